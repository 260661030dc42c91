import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createTestRepository, type TestRepository } from './testRepository.ts';

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

test('no release, or this commit the first: none before', async () => {
  expect(await previousIn(repository.root)).toBe('');
  await repository.commit('Release 0.1.0');
  expect(await previousIn(repository.root)).toBe('');
});

/** Commits a release. @returns its commit, as the script prints it */
async function release(version: string): Promise<string> {
  await repository.commit(`Release ${version}`);
  return repository.git('rev-parse', 'HEAD');
}

test('the last release before this commit, by its title', async () => {
  const first = await release('0.1.0');
  await repository.git('commit', '--quiet', '--allow-empty', '-m', 'second', '-m', 'Release 9 is not this.');
  await repository.commit('Released later');
  expect(await previousIn(repository.root)).toBe(first);
  await release('0.2.0');
  expect(await previousIn(repository.root)).toBe(first);
});

test('a release with another first migration is none, which is told', async () => {
  const baseline = 'prisma/migrations/20260101000000_baseline/migration.sql';
  await repository.write(baseline, 'SELECT 1;');
  const first = await release('0.1.0');
  await repository.write('prisma/migrations/20260201000000_expand_more/migration.sql', 'SELECT 1;');
  await repository.commit('more');
  expect(await previousIn(repository.root)).toBe(first);
  await repository.write(baseline, 'SELECT 2;');
  await repository.commit('another');
  const { stdout, stderr } = await run(join(repository.root, SCRIPT), [], { env: process.env });
  expect(stdout).toBe('');
  expect(stderr).toBe('Release 0.1.0 has another first migration: its databases are not those of this commit.\n');
});

test.each([
  { remote: 'there', isFound: true, told: '' },
  { remote: 'away', isFound: false, told: 'cannot be told' },
])('a shallow clone without tags is completed where its remote is $remote', async ({ remote, isFound, told }) => {
  const first = await release('0.1.0');
  await repository.commit('second');
  await repository.commit('third');
  const clone = await mkdtemp(join(tmpdir(), 'catalog-clone-'));
  try {
    await repository.git('clone', '--quiet', '--no-tags', '--depth', '1', `file://${repository.root}`, clone);
    if (remote === 'away') await run('git', ['-C', clone, 'remote', 'set-url', 'origin', 'file:///nowhere']);
    const { stdout, stderr } = await run(join(clone, SCRIPT), [], { env: process.env });
    expect(stdout).toBe(isFound ? first : '');
    expect(stderr).toContain(told);
  } finally {
    await rm(clone, { recursive: true });
  }
});

test('where there is no repository there is no release', async () => {
  await rm(join(repository.root, '.git'), { recursive: true });
  expect(await previousIn(repository.root)).toBe('');
});
