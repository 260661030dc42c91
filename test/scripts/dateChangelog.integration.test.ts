import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { inherited } from '../support/runCatalog.ts';

const run = promisify(execFile);
const script = fileURLToPath(new URL('../../scripts/dateChangelog.js', import.meta.url));

/** A repository with the release scripts of this one, but those that check and build. */
let repository: string;
beforeEach(async () => {
  repository = await mkdtemp(join(tmpdir(), 'catalog-release-'));
  const { version, postversion } = JSON.parse(
    await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
  ).scripts;
  const scripts = { version: version.replace('scripts/dateChangelog.js', script), postversion };
  await write('package.json', JSON.stringify({ name: 'x', version: '0.1.0', private: true, files: ['bin'], scripts }));
  await write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n### Added\n\n- $& A thing.\n\n## 0.1.0 (2026-01-01)\n');
  await write('.gitignore', '.releases/\n');
  await mkdir(join(repository, '.releases'));
  await git('init', '--quiet');
  await git('add', '.');
  await git('commit', '--quiet', '-m', 'x');
});
afterEach(() => rm(repository, { recursive: true, force: true }));

const write = (name: string, text: string) => writeFile(join(repository, name), text);
const who = { GIT_AUTHOR_NAME: 'x', GIT_AUTHOR_EMAIL: 'x@x', GIT_COMMITTER_NAME: 'x', GIT_COMMITTER_EMAIL: 'x@x' };
const options = () => ({ cwd: repository, env: { ...inherited(), ...who } });
const git = async (...words: string[]) => (await run('git', words, options())).stdout;
const release = () => run('npm', ['version', 'minor', '-m', 'Release %s'], options());

it('a release dates the changelog, commits, tags and packs', async () => {
  await release();
  const today = new Date().toISOString().slice(0, 10);
  expect(await git('show', 'v0.2.0:CHANGELOG.md')).toBe(
    `# Changelog\n\n## Unreleased\n\n## 0.2.0 (${today})\n\n### Added\n\n- $& A thing.\n\n## 0.1.0 (2026-01-01)\n`,
  );
  expect(await git('log', '-1', '--format=%s')).toBe('Release 0.2.0\n');
  expect(await git('status', '--short')).toBe('');
  expect(await readFile(join(repository, '.releases/x-0.2.0.tgz'))).not.toHaveLength(0);
}, 60_000);

it('a release of nothing is refused, and leaves no tag', async () => {
  await write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n## 0.1.0 (2026-01-01)\n');
  await git('commit', '--quiet', '-am', 'nothing');
  await expect(release()).rejects.toThrow('says nothing below "## Unreleased"');
  expect(await git('tag')).toBe('');
}, 60_000);
