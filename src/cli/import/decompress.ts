import { Decompress as ZstdFrames } from 'fzstd';
import { errorMessage } from '../../base/errors.ts';
import { CommandFailure } from '../failures.ts';
import { formatCount } from '../terminal/formatNumbers.ts';
import { gunzip } from './gunzip.ts';

/** The first bytes of each kind. */
const LONGEST_MAGIC = 4;

/** fzstd writes a whole slice's output at once: the slice bounds what a bomb can put into memory. */
const ZSTD_SLICE = 1024;

/**
 * Unpacks gzip and zstd (several members or frames in a row too), recognised by the first bytes and not by a name;
 * anything else passes through. What was readable is handed on before an error is thrown.
 * @param note called for bytes that follow a gzip archive
 * @throws CommandFailure `broken_archive` for a truncated or corrupt archive, `unsupported_input` for kinds we do not
 * read
 */
export async function* decompress(
  chunks: AsyncIterable<Uint8Array>,
  note: (text: string) => void = () => {},
): AsyncGenerator<Uint8Array> {
  const source = await peek(chunks);
  switch (detectKind(source.head)) {
    case 'gzip':
      try {
        yield* gunzip(source.chunks, (bytes) => {
          note(`${formatCount(bytes)} bytes follow the end of the gzip archive: they are left out.`);
        });
      } catch (error) {
        throw brokenArchive('gzip', error);
      }
      break;
    case 'zstd':
      yield* zstdFrames(source.chunks);
      break;
    case 'plain':
      yield* source.chunks;
  }
}

/** The first bytes of a stream, and the whole stream again. */
async function peek(chunks: AsyncIterable<Uint8Array>): Promise<{ head: Buffer; chunks: AsyncIterable<Uint8Array> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < LONGEST_MAGIC) {
    const { done, value } = await iterator.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    if (head.length > 0) yield head;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  return { head, chunks: all() };
}

const UNSUPPORTED: readonly (readonly [magic: readonly number[], what: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'a zip archive: unpack it first, or take the .zst or .gz'],
  [[0x42, 0x5a, 0x68], 'a bzip2 archive: unpack it first, or take the .zst or .gz'],
  [[0xfd, 0x37, 0x7a, 0x58], 'an xz archive: unpack it first, or take the .zst or .gz'],
  [[0xff, 0xfe], 'UTF-16: write it as UTF-8'],
  [[0xfe, 0xff], 'UTF-16: write it as UTF-8'],
];

function detectKind(head: Uint8Array): 'gzip' | 'zstd' | 'plain' {
  const begins = (magic: readonly number[]) => magic.every((byte, index) => head[index] === byte);
  for (const [magic, what] of UNSUPPORTED) {
    if (begins(magic)) throw new CommandFailure('unsupported_input', `this is ${what}`);
  }
  if (begins([0x1f, 0x8b])) return 'gzip';
  // A skippable frame (0x184D2A50 to 5F) may come before the data.
  if (
    begins([0x28, 0xb5, 0x2f, 0xfd]) ||
    ((head[0] ?? 0) >> 4 === 5 && head[1] === 0x2a && head[2] === 0x4d && head[3] === 0x18)
  ) {
    return 'zstd';
  }
  return 'plain';
}

/**
 * Not node:zlib's zstd, where Node has it: it reads the first frame of several and drops the others in silence (24.21).
 */
async function* zstdFrames(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let unpacked: Uint8Array[] = [];
  const frames = new ZstdFrames((chunk) => unpacked.push(chunk));
  async function* push(chunk: Uint8Array, last: boolean): AsyncGenerator<Uint8Array> {
    unpacked = [];
    let failure: CommandFailure | null = null;
    try {
      frames.push(chunk, last);
    } catch (error) {
      failure = brokenArchive('zstd', error);
    }
    yield* unpacked;
    if (failure !== null) throw failure;
  }
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.byteLength; start += ZSTD_SLICE) {
      yield* push(chunk.subarray(start, start + ZSTD_SLICE), false);
    }
  }
  // Without this last push fzstd does not notice that the archive ends too early.
  yield* push(new Uint8Array(0), true);
}

function brokenArchive(kind: string, error: unknown): CommandFailure {
  const message = errorMessage(error);
  const early = /unexpected (end of file|eof)/i.test(message);
  return new CommandFailure(
    'broken_archive',
    early ? `the ${kind} archive ends too early: it is truncated` : `the ${kind} archive is corrupt: ${message}`,
    { cause: error },
  );
}
