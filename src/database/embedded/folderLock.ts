import { randomUUID } from 'node:crypto';
import { link, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder } from '../../base/makeFolder.ts';
import { DatabaseError } from '../databaseError.ts';
import { ownIdentity, type ProcessIdentity, processState } from './processIdentity.ts';

export interface FolderLock {
  release(): Promise<void>;
}

interface FolderLockTiming {
  /** How often the holder touches its lock file. */
  readonly beatMs: number;
  /** A lock of a process that cannot be observed from here is stale after this time without a touch. */
  readonly patienceMs: number;
}

interface LockFile extends ProcessIdentity {
  readonly released?: true;
}

/**
 * Locks `folder` for this process, until `release` or its death.
 *
 * The lock is the newest of the numbered files in `folder`. A starting process reads the newest; if that one is
 * released or its process is gone, it links its own file under the next number, which only one process can do. Numbers
 * are never reused, so a slow process finds a higher number after linking and withdraws: two processes cannot both take
 * over the same stale lock.
 * @throws DatabaseError `data_dir_in_use`, naming the holder's pid
 */
export async function lockFolder(
  folder: string,
  timing: FolderLockTiming = { beatMs: 2_000, patienceMs: 10_000 },
): Promise<FolderLock> {
  await makeFolder(folder);
  const identity = await ownIdentity();
  const draft = await writeDraft(folder, identity);
  try {
    for (;;) {
      const newest = Math.max(0, ...(await generations(folder)));
      const holder = newest === 0 ? undefined : await readLock(join(folder, `${newest}`));
      if (newest !== 0 && holder === undefined) continue;
      if (holder !== undefined && (await isHeld(holder, join(folder, `${newest}`), timing)))
        throw lockedBy(holder, folder);
      const own = newest + 1;
      if (!(await linkExclusively(draft, join(folder, `${own}`)))) continue;
      const others = (await generations(folder)).filter((it) => it !== own);
      if (others.some((it) => it > own)) {
        await rm(join(folder, `${own}`), { force: true });
        continue;
      }
      await Promise.all(others.map((it) => rm(join(folder, `${it}`), { force: true })));
      return hold(folder, join(folder, `${own}`), identity, timing);
    }
  } finally {
    await rm(draft, { force: true });
  }
}

function hold(folder: string, path: string, identity: ProcessIdentity, timing: FolderLockTiming): FolderLock {
  const beat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => {});
  }, timing.beatMs);
  beat.unref();
  let released: Promise<void> | undefined;
  return {
    release() {
      clearInterval(beat);
      // Marked, not removed: its number must not be reused. Where nothing can be written, the end of the process
      // releases it.
      released ??= writeDraft(folder, { ...identity, released: true })
        .then((draft) => rename(draft, path))
        .catch(() => {});
      return released;
    },
  };
}

async function isHeld(holder: LockFile, path: string, timing: FolderLockTiming): Promise<boolean> {
  if (holder.released) return false;
  const state = await processState(holder);
  if (state !== 'unknown') return state === 'alive';
  const before = await touchedAt(path);
  const deadline = performance.now() + timing.patienceMs;
  while (performance.now() < deadline) {
    await sleep(Math.min(200, timing.beatMs));
    if ((await touchedAt(path)) !== before) {
      const now = await readLock(path);
      return now !== undefined && now.released !== true;
    }
  }
  return false;
}

function lockedBy(holder: LockFile, folder: string): DatabaseError {
  return new DatabaseError(
    'data_dir_in_use',
    `DATA_DIR is in use by process ${holder.pid} on ${holder.host} (lock ${folder}): stop it, or start this one with another DATA_DIR`,
  );
}

async function generations(folder: string): Promise<number[]> {
  return (await readdir(folder)).filter((it) => /^\d+$/.test(it)).map(Number);
}

async function writeDraft(folder: string, content: LockFile): Promise<string> {
  const path = join(folder, `draft-${randomUUID()}`);
  await writeFile(path, JSON.stringify(content), { mode: 0o600 });
  return path;
}

/** Undefined when the file is gone: a newer one exists. */
async function readLock(path: string): Promise<LockFile | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as LockFile;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    // A power cut can leave the file empty; its modification times then show whether it is held.
    if (error instanceof SyntaxError) return { pid: 0, host: 'an unknown host', space: 'unreadable', started: null };
    throw error;
  }
}

async function linkExclusively(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function touchedAt(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
}
