/**
 * The beginning of a stream, and the whole stream again.
 * @param isEnough called with the beginning, which grows by a chunk at a time, until it answers true or the stream ends
 */
export async function peek(
  chunks: AsyncIterable<Uint8Array>,
  isEnough: (head: Buffer) => boolean,
): Promise<{ readonly head: Buffer; readonly chunks: AsyncIterable<Uint8Array> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  let head = Buffer.alloc(0);
  while (!isEnough(head)) {
    const { done, value } = await iterator.next();
    if (done) break;
    seen.push(value);
    head = Buffer.concat(seen);
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    yield* seen.splice(0);
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  return { head, chunks: all() };
}
