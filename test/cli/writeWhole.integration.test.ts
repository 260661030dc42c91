import { execFileSync } from 'node:child_process';
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { UsageError } from '../../src/cli/failures.ts';
import { writeWhole } from '../../src/cli/writeWhole.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalog-write-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

test('two commands that write one file at a time write it whole, each', async () => {
  const path = join(folder, 'file');
  let goOn = () => {};
  const paused = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const slow = writeWhole(path, async (write) => {
    await write(Buffer.from('slow '));
    await paused;
    await write(Buffer.from('slow'));
  });
  await writeWhole(path, (write) => write(Buffer.from('fast')));
  expect(await readFile(path, 'utf8')).toBe('fast');
  goOn();
  await slow;
  expect(await readFile(path, 'utf8')).toBe('slow slow');
  expect(await readdir(folder)).toEqual(['file']);
});

test('what breaks off leaves the file as it was, and nothing beside it', async () => {
  const path = join(folder, 'file');
  await writeFile(path, 'before');
  const broken = writeWhole(path, async (write) => {
    await write(Buffer.from('half'));
    throw new Error('the service is away');
  });
  await expect(broken).rejects.toThrow('the service is away');
  expect(await readFile(path, 'utf8')).toBe('before');
  expect(await readdir(folder)).toEqual(['file']);
});

test('what a command that was killed has left is removed by the next', async () => {
  const [left, young, another] = ['file.00c0ffee.part', 'file.12345678.part', 'other.00c0ffee.part'];
  for (const name of [left, young, another]) await writeFile(join(folder, name), 'half');
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  for (const name of [left, another]) await utimes(join(folder, name), longAgo, longAgo);
  await writeWhole(join(folder, 'file'), (write) => write(Buffer.from('whole')));
  expect((await readdir(folder)).sort()).toEqual(['file', young, another].sort());
});

test('a file with secrets is its owner’s alone, in place of one that was not', async () => {
  const path = join(folder, 'file');
  await writeFile(path, 'before', { mode: 0o644 });
  await writeWhole(path, (write) => write(Buffer.from('secret')), { isSecret: true });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('a place that cannot be written is told before anything is asked for', async () => {
  await mkdir(join(folder, 'folder'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  const never = async () => {
    throw new Error('asked');
  };
  for (const [name, why] of [
    ['folder', 'it is a folder'],
    ['none/file', 'ENOENT'],
    ['pipe', 'it is no regular file'],
  ] as const) {
    const writing = writeWhole(join(folder, name), never);
    await expect(writing).rejects.toThrow(UsageError);
    await expect(writing).rejects.toThrow(why);
  }
  expect(await readdir(folder)).toEqual(['folder', 'pipe']);
});

test('a link stays a link, and what it leads to is written', async () => {
  await writeFile(join(folder, 'file'), 'before');
  await symlink('file', join(folder, 'latest'));
  await writeWhole(join(folder, 'latest'), (write) => write(Buffer.from('after')));
  expect((await lstat(join(folder, 'latest'))).isSymbolicLink()).toBe(true);
  expect(await readFile(join(folder, 'file'), 'utf8')).toBe('after');
});
