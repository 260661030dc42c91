import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createTestRepository, type TestRepository } from '../support/testRepository.ts';

const run = promisify(execFile);
const SCRIPT = '.ci/previousRelease';

let repository: TestRepository;
beforeEach(async () => {
  repository = await createTestRepository();
  await repository.write(SCRIPT, await readFile(new URL(`../../${SCRIPT}`, import.meta.url), 'utf8'));
  await chmod(join(repository.root, SCRIPT), 0o755);
  await repository.commit('first');
});
afterEach(() => repository.remove());

const previousIn = async (root: string) => (await run(join(root, SCRIPT), [], { env: process.env })).stdout;

test('no tag, or this commit its first: no release before', async () => {
  expect(await previousIn(repository.root)).toBe('');
  await repository.git('tag', 'v0.1.0');
  expect(await previousIn(repository.root)).toBe('');
});

test.each([[[]], [['-a', '-m', 'Release']]])('the last release before this commit (git tag %j)', async (how) => {
  await repository.git('tag', ...how, 'v0.1.0');
  await repository.commit('second');
  await repository.git('tag', 'nightly');
  await repository.commit('third');
  expect(await previousIn(repository.root)).toBe('v0.1.0\n');
  await repository.git('tag', ...how, 'v0.2.0');
  expect(await previousIn(repository.root)).toBe('v0.1.0\n');
});

test.each([
  { remote: 'there', previous: 'v0.1.0\n', told: '' },
  { remote: 'away', previous: '', told: 'cannot be told' },
])('a shallow clone is completed where its remote is $remote', async ({ remote, previous, told }) => {
  await repository.git('tag', '-a', '-m', 'x', 'v0.1.0');
  await repository.commit('second');
  await repository.commit('third');
  const clone = await mkdtemp(join(tmpdir(), 'catalog-clone-'));
  try {
    await repository.git('clone', '--quiet', '--depth', '1', `file://${repository.root}`, clone);
    if (remote === 'away') await run('git', ['-C', clone, 'remote', 'set-url', 'origin', 'file:///nowhere']);
    const { stdout, stderr } = await run(join(clone, SCRIPT), [], { env: process.env });
    expect(stdout).toBe(previous);
    expect(stderr).toContain(told);
  } finally {
    await rm(clone, { recursive: true });
  }
});

test('where there is no repository there is no release', async () => {
  await rm(join(repository.root, '.git'), { recursive: true });
  expect(await previousIn(repository.root)).toBe('');
});
