import { once } from 'node:events';
import { crc32, createInflateRaw } from 'node:zlib';

/** A slice's output is held at once: the slice bounds what a bomb can put into memory. */
const SLICE = 16_384;

/**
 * Unpacks the members of a gzip file (RFC 1952). What was readable is handed on before an error is thrown, and before
 * bytes that are no member: createGunzip fails at those, and loses what it unpacked together with them.
 * @param onTrailing called with the number of bytes that follow the last member; zeros are the padding of tapes
 * @throws Error for a truncated or corrupt member
 */
export async function* gunzip(
  chunks: AsyncIterable<Uint8Array>,
  onTrailing: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const input = new ByteReader(chunks);
  do {
    await skipHeader(input);
    yield* unpackMember(input);
  } while ((await input.peek(2)).equals(MAGIC));
  const [first = 0] = await input.peek(1);
  let trailing = 0;
  for (let slice = await input.slice(); slice.length > 0; slice = await input.slice()) trailing += slice.length;
  if (first !== 0) onTrailing(trailing);
}

const MAGIC = Buffer.from([0x1f, 0x8b]);

async function skipHeader(input: ByteReader): Promise<void> {
  const [, , method, flags = 0] = await input.take(10);
  if (method !== 8 || (flags & 0b1110_0000) !== 0) throw new Error('unknown compression method');
  if (flags & 4) await input.take((await input.take(2)).readUInt16LE());
  for (const text of [8, 16]) if (flags & text) while ((await input.take(1))[0] !== 0);
  if (flags & 2) await input.take(2);
}

async function* unpackMember(input: ByteReader): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw();
  const unpacked: Buffer[] = [];
  let [sum, size, fed, isEnded] = [0, 0, 0, false];
  inflate.on('data', (chunk: Buffer) => {
    unpacked.push(chunk);
    sum = crc32(chunk, sum);
    size = (size + chunk.length) >>> 0;
  });
  const ended = once(inflate, 'end').then(() => {
    isEnded = true;
  });
  ended.catch(() => {});
  try {
    while (!isEnded) {
      const slice = await input.slice();
      fed += slice.length;
      if (slice.length === 0) inflate.end();
      // At the end of the member the rest of a slice is never taken as written.
      await Promise.race([ended, ...(slice.length === 0 ? [] : [new Promise((done) => inflate.write(slice, done))])]);
      if (isEnded) input.giveBack(slice.subarray(slice.length - (fed - inflate.bytesWritten)));
      yield* unpacked.splice(0);
    }
  } catch (error) {
    yield* unpacked.splice(0);
    throw error;
  } finally {
    inflate.destroy();
  }
  const trailer = await input.take(8);
  if (trailer.readUInt32LE() !== sum || trailer.readUInt32LE(4) !== size) throw new Error('incorrect data check');
}

/** Reads a given number of bytes from a stream. */
class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #held: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Fewer at the end alone. */
  async peek(count: number): Promise<Buffer> {
    while (this.#held.length < count) {
      const { done, value } = await this.#chunks.next();
      if (done) break;
      this.#held = Buffer.concat([this.#held, value]);
    }
    return this.#held.subarray(0, count);
  }

  /** @throws Error where the stream ends before */
  async take(count: number): Promise<Buffer> {
    const bytes = await this.peek(count);
    if (bytes.length < count) throw new Error('unexpected end of file');
    this.#held = this.#held.subarray(count);
    return bytes;
  }

  /** What is there, at most a slice; empty at the end. */
  async slice(): Promise<Buffer> {
    await this.peek(1);
    return await this.take(Math.min(this.#held.length, SLICE));
  }

  giveBack(bytes: Buffer): void {
    this.#held = Buffer.concat([bytes, this.#held]);
  }
}
