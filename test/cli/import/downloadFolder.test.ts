import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { makeDownloadFolder } from '../../../src/cli/import/downloadFolder.ts';
import { ownIdentity } from '../../../src/database/embedded/processIdentity.ts';

let folder: string;
const make = () => makeDownloadFolder(folder);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'download-folders-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

test('what a process that was killed has left is removed by the next download, and nothing else', async () => {
  const [own, left, elsewhere] = [await make(), await make(), await make()];
  const gone = { ...(await ownIdentity()), pid: 2 ** 22 + 1 };
  await writeFile(join(left, 'owner'), JSON.stringify(gone));
  await writeFile(join(left, 'file'), 'half of it');
  await writeFile(join(elsewhere, 'owner'), JSON.stringify({ ...gone, space: 'a container' }));
  await writeFile(join(folder, 'catalog-download-of-mine'), '');
  const next = await make();
  const names = [own, elsewhere, next].map((path) => basename(path));
  expect((await readdir(folder)).sort()).toEqual([...names, 'catalog-download-of-mine'].sort());
});
