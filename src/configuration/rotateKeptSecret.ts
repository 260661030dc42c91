import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../base/errors.ts';
import { StartError } from '../base/startError.ts';
import { newSecret, readKeptSecret, type SecretSource, splitValues, writeSecret } from './secrets.ts';

/**
 * Puts a new value before the current one in the secret's file and drops older ones. The file is replaced atomically.
 * @returns its path
 * @throws StartError when the file is missing or cannot be written
 */
export async function rotateKeptSecret(source: SecretSource, dataDir: string): Promise<string> {
  const path = join(dataDir, source.file);
  const kept = await readKeptSecret(source, path);
  if (kept === undefined) {
    throw new StartError(`${path} is not there yet: the first start makes it, and there is nothing to rotate before`);
  }
  try {
    await writeSecret(path, `${newSecret()},${splitValues(kept)[0]}`, rename);
  } catch (error) {
    throw new StartError(`${path} cannot be written (${errorCode(error)})`, { cause: error });
  }
  return path;
}
