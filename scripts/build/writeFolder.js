import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

const DRAFT = '.draft';

/** A draft that is older belongs to no build that still runs. */
const DRAFT_LIFE_MS = 60_000;

/**
 * Makes the folder hold exactly these files. What is right already stays untouched, so that a folder that is up to date
 * may be read-only, and builds at once do not hinder each other; no file is ever seen half-written.
 *
 * @param {string} folder
 * @param {ReadonlyMap<string, Uint8Array>} files by path in the folder, with slashes
 */
export async function writeFolder(folder, files) {
  await mkdir(folder, { recursive: true });
  await Promise.all([...files].map(([path, contents]) => writeChanged(join(folder, path), contents)));
  await removeOthers(folder, files);
}

/**
 * @param {string} path
 * @param {Uint8Array} contents
 */
async function writeChanged(path, contents) {
  const current = await readFile(path).catch(() => null);
  if (current?.equals(contents)) return;
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomUUID()}${DRAFT}`;
  await writeFile(draft, contents);
  await rename(draft, path);
}

/**
 * @param {string} folder
 * @param {ReadonlyMap<string, Uint8Array>} files
 */
async function removeOthers(folder, files) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  for (const entry of entries) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    if (!entry.isFile() || files.has(relative(folder, path).replaceAll(sep, '/'))) continue;
    if (!(await isBeingWritten(path))) await rm(path, { force: true });
  }
  // Folders that are empty now; the others refuse.
  for (const entry of entries.filter((it) => it.isDirectory()).reverse()) {
    await rmdir(join(entry.parentPath ?? entry.path, entry.name)).catch(() => {});
  }
}

/** @param {string} path */
async function isBeingWritten(path) {
  if (!path.endsWith(DRAFT)) return false;
  const status = await stat(path).catch(() => null);
  return status !== null && Date.now() - status.mtimeMs < DRAFT_LIFE_MS;
}
