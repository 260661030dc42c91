import { utimesSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type FolderLock, lockFolder } from '../../../src/database/embedded/folderLock.ts';
import { ownIdentity } from '../../../src/database/embedded/processIdentity.ts';

let folder: string;
const timing = { beatMs: 20, patienceMs: 300 };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'folder-lock-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

/** A lock as another process left it. */
async function plant(content: object, generation = 1, within = folder): Promise<void> {
  await writeFile(join(within, `${generation}`), JSON.stringify({ ...(await ownIdentity()), ...content }));
}

async function lock(within = folder): Promise<FolderLock> {
  return await lockFolder(within, timing);
}

describe('lockFolder', () => {
  test('keeps a second one out, naming the holder, until it is released', async () => {
    const held = await lock();
    await expect(lock()).rejects.toMatchObject({
      code: 'data_dir_in_use',
      message: expect.stringContaining(`process ${process.pid} on ${hostname()}`),
    });
    await held.release();
    await (await lock()).release();
  });

  test('leaves one small file behind', async () => {
    for (let it = 0; it < 3; it += 1) await (await lock()).release();
    await expect(readdir(folder)).resolves.toEqual(['3']);
  });

  test('a release that cannot be written is left to the end of the process', async () => {
    const held = await lock();
    await rm(folder, { recursive: true });
    await held.release();
    await mkdir(folder);
  });

  test('a release that is repeated does not open a lock taken since', async () => {
    const first = await lock();
    await first.release();
    const second = await lock();
    await first.release();
    await expect(lock()).rejects.toMatchObject({ code: 'data_dir_in_use' });
    await second.release();
  });

  test.each([
    ['a dead process', { pid: 2 ** 22 + 1 }],
    ['a process whose pid was used again', { started: '1' }],
    ['a container or machine that no longer touches it', { space: 'elsewhere', host: 'elsewhere' }],
  ])('takes over the lock of %s', async (_, content) => {
    await plant(content);
    await (await lock()).release();
  });

  test('takes over a lock that a power cut left empty', async () => {
    await writeFile(join(folder, '1'), '');
    await (await lock()).release();
  });

  test('respects another machine that still touches its lock', async () => {
    await plant({ space: 'elsewhere', host: 'elsewhere', pid: 7 });
    const beat = setInterval(() => utimesSync(join(folder, '1'), new Date(), new Date()), 20);
    try {
      await expect(lock()).rejects.toThrow('process 7 on elsewhere');
    } finally {
      clearInterval(beat);
    }
  });

  test('touches its own lock for the others to see', async () => {
    const held = await lock();
    // As another machine reads it: by its touches alone.
    const { pid, host, started } = await ownIdentity();
    await writeFile(join(folder, '1'), JSON.stringify({ pid, host, started, space: 'elsewhere' }));
    await expect(lock()).rejects.toMatchObject({ code: 'data_dir_in_use' });
    await held.release();
  });

  test('a starter that was slow withdraws when it was overtaken twice', async () => {
    await plant({ space: 'elsewhere', host: 'elsewhere' });
    const slow = lock();
    await sleep(timing.patienceMs / 3);
    // Meanwhile one took the lock under number 2 and released it, and another holds it under 3.
    await plant({}, 3);
    await rm(join(folder, '1'));
    await expect(slow).rejects.toThrow(`process ${process.pid}`);
    await expect(readdir(folder)).resolves.toEqual(['3']);
  });

  test('of many that take over one stale lock at once, exactly one succeeds', async () => {
    // One that runs into its time limit goes on for a while, and must not take locks in the folder of the next try.
    const within = folder;
    for (let round = 0; round < 40; round += 1) {
      await plant({ pid: 2 ** 22 + 1 }, 1000 * (round + 1), within);
      const settled = await Promise.allSettled(Array.from({ length: 8 }, () => lock(within)));
      const held = settled.flatMap((it) => (it.status === 'fulfilled' ? [it.value] : []));
      const others = settled.flatMap((it) => (it.status === 'rejected' ? [String(it.reason.code)] : []));
      expect([held.length, others]).toEqual([1, Array.from({ length: 7 }, () => 'data_dir_in_use')]);
      await held[0]?.release();
    }
  }, 120_000);

  test('never has two holders while many come and go', async () => {
    const within = folder;
    let holders = 0;
    let most = 0;
    let times = 0;
    const comeAndGo = async () => {
      for (let it = 0; it < 40; it += 1) {
        const held = await lock(within).catch(() => undefined);
        if (held === undefined) continue;
        holders += 1;
        times += 1;
        most = Math.max(most, holders);
        await new Promise(setImmediate);
        holders -= 1;
        await held.release();
      }
    };
    await Promise.all(Array.from({ length: 8 }, comeAndGo));
    expect(most).toBe(1);
    expect(times).toBeGreaterThan(8);
  }, 120_000);
});
