import { readFile, writeFile } from 'node:fs/promises';

/**
 * Called by `npm version`: what is unreleased in CHANGELOG.md becomes the version's, of today (UTC). With `--check`,
 * before npm has written the version, it only refuses where nothing is.
 */
const changelog = await readFile('CHANGELOG.md', 'utf8');
const version = process.env.npm_package_version;
const [, unreleased = ''] = changelog.split(/^## Unreleased\n/m);
const [changes = ''] = unreleased.split(/^## /m);

if (changes.trim() === '') {
  process.stderr.write(
    'CHANGELOG.md says nothing below "## Unreleased": write there what changes for users, then release.\n',
  );
  process.exitCode = 1;
} else if (!process.argv.includes('--check')) {
  const heading = `## ${version} (${new Date().toISOString().slice(0, 10)})`;
  await writeFile(
    'CHANGELOG.md',
    changelog.replace('## Unreleased\n', () => `## Unreleased\n\n${heading}\n`),
  );
}
