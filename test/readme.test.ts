import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { KNOWN_VARIABLES } from '../src/configuration/environment.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

test('continuous integration runs every test, as the README says', () => {
  const [, command = 'none'] = /^readonly test_command='(.+)'$/m.exec(read('.ci/run')) ?? [];
  expect(command).toBe('npm ci && npm run test:all');
  expect(read('README.md')).toContain('`npm run test:all`');
});

test.each(KNOWN_VARIABLES.filter((name) => name !== 'NODE_ENV'))('the table of variables holds %s', (name) => {
  const rows = read('README.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|')[1]);
  expect(rows.join()).toContain(`\`${name}\``);
});
