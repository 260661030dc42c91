import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { errorCode } from '../errors.ts';
import { makeFolder } from '../makeFolder.ts';
import { StartError } from '../startError.ts';

/**
 * Makes the folder of DATA_DIR when it is missing, for its owner alone.
 * @throws StartError when it cannot be made or written
 */
export async function openDataFolder(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(
      `DATA_DIR ${dataDir} cannot be written (${errorCode(error)}): make it a folder that this user can write, or set DATA_DIR to one`,
      { cause: error },
    );
  }
}
