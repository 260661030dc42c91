import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { makeFolder } from '../../src/base/makeFolder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalog-folder-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('makeFolder', () => {
  it('makes what is missing for the owner alone, and is content with what is there', async () => {
    const path = join(folder, 'a', 'b', 'c');
    await makeFolder(path);
    await makeFolder(path);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    await Promise.all(Array.from({ length: 10 }, () => makeFolder(join(folder, 'x', 'y', 'z'))));
  });

  it.each(['file', 'file/below'])('refuses %s, where a file stands', async (path) => {
    await writeFile(join(folder, 'file'), '');
    await expect(makeFolder(join(folder, path))).rejects.toThrow(/EEXIST|ENOTDIR/);
  });

  it('gives up where the system can make none', async () => {
    await expect(makeFolder('/dev/null/data')).rejects.toThrow();
    // Linux alone has it; elsewhere it is a folder that only root may make.
    if (process.platform === 'linux') await expect(makeFolder('/proc/catalog/data')).rejects.toThrow(/ENOENT|EACCES/);
  });
});
