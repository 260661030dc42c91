import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, test } from '@jest/globals';
import { releasedFaults } from '../../scripts/migrations/releasedFaults.ts';
import { createTestRepository, type TestRepository } from './testRepository.ts';

describe('the date of the changelog', () => {
  const run = promisify(execFile);
  const script = fileURLToPath(new URL('../../scripts/dateChangelog.js', import.meta.url));

  /** Has the release scripts of this one, but those that check and build. */
  let repository: TestRepository;
  beforeEach(async () => {
    repository = await createTestRepository();
    const { preversion, version, postversion } = JSON.parse(
      await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
    ).scripts;
    const here = (command: string) =>
      command.replace('scripts/dateChangelog.js', script).replace(' && npm run check', '');
    const scripts = { preversion: here(preversion), version: here(version), postversion };
    await write(
      'package.json',
      JSON.stringify({ name: 'x', version: '0.1.0', private: true, files: ['bin'], scripts }),
    );
    await write(
      'CHANGELOG.md',
      '# Changelog\n\n## Unreleased\n\n### Added\n\n- $& A thing.\n\n## 0.1.0 (2026-01-01)\n',
    );
    await write('.gitignore', '.releases/\n');
    await mkdir(join(repository.root, '.releases'));
    await repository.commit('x');
  });
  afterEach(() => repository.remove());

  const write = (name: string, text: string) => repository.write(name, text);
  const git = (...words: string[]) => repository.git(...words);
  const release = () => run('npm', ['version', 'minor', '-m', 'Release %s'], repository.options);

  it('a release dates the changelog, commits, tags and packs', async () => {
    await release();
    const today = new Date().toISOString().slice(0, 10);
    expect(await git('show', 'v0.2.0:CHANGELOG.md')).toBe(
      `# Changelog\n\n## Unreleased\n\n## 0.2.0 (${today})\n\n### Added\n\n- $& A thing.\n\n## 0.1.0 (2026-01-01)\n`,
    );
    expect(await git('log', '-1', '--format=%s')).toBe('Release 0.2.0\n');
    expect(await git('status', '--short')).toBe('');
    expect(await readFile(join(repository.root, '.releases/x-0.2.0.tgz'))).not.toHaveLength(0);
  }, 60_000);

  it('a release of nothing is refused, and leaves no tag and no change', async () => {
    await write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n## 0.1.0 (2026-01-01)\n');
    await repository.commit('nothing');
    await expect(release()).rejects.toThrow('says nothing below "## Unreleased"');
    expect(await git('tag')).toBe('');
    expect(await git('status', '--short')).toBe('');
  }, 60_000);
});

describe('the previous release', () => {
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
});

describe('migrations that were released', () => {
  const BASELINE = '20260101000000_baseline';
  const NOTES = '20260301000000_expand_notes';

  let repository: TestRepository;
  beforeEach(async () => {
    repository = await createTestRepository();
    await write(BASELINE, 'CREATE TABLE a (id int);\n');
    await write(NOTES, 'ALTER TABLE a ADD COLUMN note text;\n');
    await repository.commit('first');
  });
  afterEach(() => repository.remove());

  const write = (name: string, sql: string) => repository.write(`prisma/migrations/${name}/migration.sql`, sql);
  const faults = () => releasedFaults(repository.root);

  test('migrations may change until a release has them, and others may follow', async () => {
    await write(NOTES, 'SELECT 1;\n');
    expect(await faults()).toEqual([]);
    await repository.commit('Released later');
    await write(NOTES, 'SELECT 2;\n');
    expect(await faults()).toEqual([]);
    await repository.commit('Release 0.1.0');
    expect(await faults()).toEqual([]);
    await write('20260302000000_expand_more', 'SELECT 1');
    expect(await faults()).toEqual([]);
  });

  test('a migration of a release may neither change nor go, committed or not, in a clone without tags too', async () => {
    await repository.commit('Release 0.1.0');
    await write(NOTES, 'SELECT 2;\n');
    const edited = `${NOTES}: databases have it as Release 0.1.0 has it: restore it, changes go into a new migration`;
    expect(await faults()).toEqual([edited]);
    await repository.commit('second');
    const clone = join(repository.root, 'clone');
    await repository.git('clone', '--quiet', '--no-tags', `file://${repository.root}`, clone);
    expect(await releasedFaults(clone)).toEqual([edited]);
    await rm(join(repository.root, 'prisma/migrations', NOTES), { recursive: true });
    expect(await faults()).toEqual([edited]);
  });

  test('a release that began with another first migration is none, which is told', async () => {
    await repository.commit('Release 0.1.0');
    await write(BASELINE, 'CREATE TABLE a (id bigint);\n');
    await write(NOTES, 'SELECT 2;\n');
    const told: string[] = [];
    expect(await releasedFaults(repository.root, (line) => told.push(line))).toEqual([]);
    expect(told).toEqual(['Release 0.1.0 has another first migration: its databases are not those of this commit.']);
  });

  test('line ends that a checkout has turned are no change', async () => {
    await repository.commit('Release 0.1.0');
    await repository.git('config', 'core.autocrlf', 'true');
    await write(NOTES, 'ALTER TABLE a ADD COLUMN note text;\r\n');
    expect(await faults()).toEqual([]);
  });

  test('a new migration comes after those of the release', async () => {
    await repository.commit('Release 0.1.0');
    const early = '20260201000000_expand_early';
    await write(early, 'SELECT 1');
    const fault = `${early}: databases of Release 0.1.0 have ${NOTES} already: call it by a later time`;
    expect(await faults()).toEqual([fault]);
    await repository.commit('second');
    expect(await faults()).toEqual([fault]);
  });

  test('where there is no repository of its own there is no release', async () => {
    await repository.commit('Release 0.1.0');
    const inside = join(repository.root, 'unpacked');
    await mkdir(inside);
    expect(await releasedFaults(inside)).toEqual([]);
    await write(NOTES, 'SELECT 2;\n');
    await rm(join(repository.root, '.git'), { recursive: true });
    expect(await faults()).toEqual([]);
  });
});
