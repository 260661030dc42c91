import { randomBytes } from 'node:crypto';
import { open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorMessage } from '../base/errors.ts';
import { CommandFailure, UsageError } from './failures.ts';

/** A temporary file that was not written to for so long belongs to a command that was killed. */
const LEFT_MS = 3_600_000;

/**
 * Writes a file atomically: to a temporary file of its own beside the target, which replaces the target when it is
 * complete. Two commands may write one target at a time. Temporary files of killed commands are removed. A link stays a
 * link; a device, a pipe or a socket would be replaced by a file, so it is refused.
 * @param isSecret whether its owner alone may read it
 * @throws UsageError where it cannot be written, CommandFailure `cannot_write` where its disk is full, and what `fill`
 * throws
 */
export async function writeWhole<Result>(
  path: string,
  fill: (write: (bytes: Uint8Array) => Promise<void>) => Promise<Result>,
  { isSecret = false } = {},
): Promise<Result> {
  const existing = await stat(path).catch(() => null);
  if (existing?.isDirectory()) throw new UsageError(`cannot write ${path}: it is a folder`);
  if (existing !== null && !existing.isFile()) throw new UsageError(`cannot write ${path}: it is no regular file`);
  const place = await realpath(path).catch(() => path);
  await removeLeft(place).catch(() => {});
  const part = `${place}.${randomBytes(4).toString('hex')}.part`;
  const file = await open(part, 'wx', isSecret ? 0o600 : 0o666).catch((error: unknown) => {
    throw new UsageError(`cannot write ${part}: ${errorMessage(error)}`);
  });
  const cannot = (error: unknown) => {
    throw new CommandFailure('cannot_write', `cannot write ${path}: ${errorMessage(error)}`, { cause: error });
  };
  try {
    const result = await fill((bytes) => file.writeFile(bytes).catch(cannot));
    await file.sync().catch(cannot);
    await file.close();
    await rename(part, place).catch(cannot);
    return result;
  } catch (error) {
    await file.close();
    await rm(part, { force: true });
    throw error;
  }
}

async function removeLeft(path: string): Promise<void> {
  const [folder, own] = [dirname(path), `${basename(path)}.`];
  const isPart = (name: string) => name.startsWith(own) && /^[0-9a-f]{8}\.part$/.test(name.slice(own.length));
  for (const name of (await readdir(folder)).filter(isPart)) {
    const { mtimeMs } = await stat(join(folder, name));
    if (Date.now() - mtimeMs > LEFT_MS) await rm(join(folder, name), { force: true });
  }
}
