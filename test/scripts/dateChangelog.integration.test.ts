import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createTestRepository, type TestRepository } from './testRepository.ts';

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
  await write('package.json', JSON.stringify({ name: 'x', version: '0.1.0', private: true, files: ['bin'], scripts }));
  await write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n### Added\n\n- $& A thing.\n\n## 0.1.0 (2026-01-01)\n');
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
