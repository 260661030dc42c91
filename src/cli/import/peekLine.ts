/**
 * The first line of a stream without its line feed, and the whole stream again. The line is null when none ends within `longest`
 * bytes.
 */
export async function peekLine(
  chunks: AsyncIterable<Uint8Array>,
  longest: number,
): Promise<{ readonly line: string | null; readonly chunks: AsyncIterable<Uint8Array> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  let bytes = 0;
  let line: string | null = null;
  while (line === null && bytes <= longest) {
    const { done, value } = await iterator.next();
    if (done) break;
    seen.push(value);
    const end = value.indexOf(0x0a);
    if (end !== -1)
      line = Buffer.concat(seen)
        .subarray(0, bytes + end)
        .toString('utf8');
    bytes += value.byteLength;
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    yield* seen.splice(0);
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  return { line, chunks: all() };
}
