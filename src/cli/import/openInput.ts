import { constants, createReadStream, type Stats } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { shownUrl } from '../../graph/model/shownUrl.ts';
import { UsageError } from '../failures.ts';

/** An opened file or standard input. */
export interface Input {
  /** For messages: the file as it was named, or "standard input". */
  readonly name: string;
  /** Null where it cannot be known (a pipe). */
  readonly totalBytes: number | null;
  /** How much was read so far, as it lies on disk (compressed). */
  readonly bytesRead: () => number;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Lets go of it, read to its end or not. */
  readonly close: () => void;
}

/**
 * Opens FILE, or standard input for `-`.
 * @throws UsageError when there is no such file or it cannot be read
 */
export async function openInput(file: string): Promise<Input> {
  if (file === '-') return counted('standard input', null, process.stdin);
  const found = await checkInput(file);
  const stream = createReadStream(file, { highWaterMark: 1 << 16 });
  await new Promise<void>((resolve, reject) => {
    stream.once('open', () => resolve());
    stream.once('error', (error) => reject(new UsageError(`cannot read ${file}: ${error.message}`)));
  });
  return counted(file, found.isFile() ? found.size : null, stream);
}

/**
 * Whether FILE can be read, without opening it: what a pipe holds is read once.
 * @throws UsageError
 */
export async function checkInput(file: string): Promise<Stats> {
  // A misspelt address may have a key in its query.
  const name = /^\w+:\//.test(file) ? shownUrl(file) : file;
  const cannot = (error: NodeJS.ErrnoException) => {
    throw new UsageError(`cannot read ${name}: ${error.code === 'ENOENT' ? 'there is no such file' : error.message}`);
  };
  const found = await stat(file).catch(cannot);
  if (found.isDirectory()) throw new UsageError(`cannot read ${file}: it is a folder`);
  await access(file, constants.R_OK).catch(cannot);
  return found;
}

function counted(name: string, totalBytes: number | null, source: Readable): Input {
  let bytes = 0;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      bytes += chunk.byteLength;
      yield chunk;
    }
  }
  return { name, totalBytes, bytesRead: () => bytes, chunks: chunks(), close: () => void source.destroy() };
}
