import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Configuration } from '../../configuration/configuration.ts';
import type { DiagnosticCheck } from '../../graph/diagnostics/port.ts';
import { errorCode } from '../../thrown/errorCode.ts';

/** Whether DATA_DIR can be written, or made. */
export async function examineDataFolder({ dataDir }: Configuration): Promise<DiagnosticCheck> {
  const name = 'data folder';
  const existing = await nearestFolder(dataDir);
  try {
    if (!(await stat(existing)).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    await access(existing, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    return {
      name,
      status: 'failed',
      detail: `DATA_DIR ${dataDir} cannot be ${existing === dataDir ? 'written' : 'made'} (${errorCode(error)}).`,
      remedy: 'Set DATA_DIR to a folder that this user can write.',
    };
  }
  const detail = existing === dataDir ? `${dataDir} can be written.` : `${dataDir} is made at the first start.`;
  return { name, status: 'ok', detail, remedy: null };
}

/** The folder itself, or the nearest one above it that exists. */
async function nearestFolder(path: string): Promise<string> {
  const exists = await stat(path).then(
    () => true,
    (error: unknown) => errorCode(error) !== 'ENOENT',
  );
  return exists || dirname(path) === path ? path : nearestFolder(dirname(path));
}
