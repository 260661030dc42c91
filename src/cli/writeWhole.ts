import { open, rename, rm } from 'node:fs/promises';
import { UsageError } from './failures.ts';

/**
 * Writes a file beside its place until it is whole, so that one which stands there stays when this breaks off.
 * @throws UsageError where it cannot be written, and what `fill` throws
 */
export async function writeWhole<Result>(
  path: string,
  fill: (write: (bytes: Uint8Array) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const part = `${path}.part`;
  const file = await open(part, 'w').catch((error: Error) => {
    throw new UsageError(`cannot write ${part}: ${error.message}`);
  });
  try {
    const result = await fill((bytes) => file.writeFile(bytes));
    await file.sync();
    await file.close();
    await rename(part, path);
    return result;
  } catch (error) {
    await file.close();
    await rm(part, { force: true });
    throw error;
  }
}
