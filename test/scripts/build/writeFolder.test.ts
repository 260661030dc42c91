import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { writeFolder } from '../../../scripts/build/writeFolder.js';

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'write-folder-')), 'dist');
});
afterEach(() => rm(join(folder, '..'), { recursive: true }));

const files = (texts: Record<string, string>) =>
  new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)]));

async function written(): Promise<Record<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const paths = entries.filter((it) => it.isFile()).map((it) => join(it.parentPath, it.name));
  const texts = paths.map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')]);
  return Object.fromEntries(await Promise.all(texts)) as Record<string, string>;
}

it('makes the folder hold exactly the files', async () => {
  await mkdir(join(folder, 'old/older'), { recursive: true });
  await writeFile(join(folder, 'old/older/left.js'), 'left over');
  await writeFile(join(folder, 'catalog.js'), 'of the last build');
  const texts = { 'catalog.js': 'current', 'migrations/one/migration.sql': 'select 1' };
  await writeFolder(folder, files(texts));
  expect(await written()).toEqual(texts);
  expect((await readdir(folder)).sort()).toEqual(['catalog.js', 'migrations']);
});

it('leaves untouched what is right already', async () => {
  await writeFolder(folder, files({ 'a.js': 'a', 'b.js': 'b' }));
  const before = await stat(join(folder, 'a.js'));
  await writeFolder(folder, files({ 'a.js': 'a', 'b.js': 'changed' }));
  const after = await stat(join(folder, 'a.js'));
  expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
  expect(await written()).toEqual({ 'a.js': 'a', 'b.js': 'changed' });
});

it('is called many times at once without one call hindering another', async () => {
  const texts = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${index}.js`, `text ${index}`]));
  await Promise.all(Array.from({ length: 5 }, () => writeFolder(folder, files(texts))));
  expect(await written()).toEqual(texts);
});
