import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownIdentity, type ProcessIdentity, processState } from '../../database/embedded/processIdentity.ts';

const PREFIX = 'catalog-download-';
/** The file by which a process marks the folder as used. */
const OWNER = 'owner';

/**
 * A new folder for a download. Those of processes that were killed are removed.
 * @param within default: TMPDIR
 * @throws the system's error
 */
export async function makeDownloadFolder(within = tmpdir()): Promise<string> {
  const names = (await readdir(within)).filter((name) => name.startsWith(PREFIX));
  for (const name of names) await removeIfLeft(join(within, name)).catch(() => {});
  const folder = await mkdtemp(join(within, PREFIX));
  await writeFile(join(folder, OWNER), JSON.stringify(await ownIdentity()));
  return folder;
}

/** Another container's process cannot be seen from here: its folder stays. */
async function removeIfLeft(folder: string): Promise<void> {
  const owner = JSON.parse(await readFile(join(folder, OWNER), 'utf8')) as ProcessIdentity;
  if ((await processState(owner)) === 'dead') await rm(folder, { recursive: true });
}
