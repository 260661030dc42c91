import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { KNOWN_VARIABLES } from '../src/configuration/configuration.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

test('continuous integration runs the test command that the README gives', () => {
  const [, command = 'none'] = /^readonly test_command='(.+)'$/m.exec(read('.ci/run')) ?? [];
  expect(command).toBe('npm ci && npm test');
  expect(read('README.md')).toContain(command);
});

test.each(KNOWN_VARIABLES.filter((name) => name !== 'NODE_ENV'))('the table of variables holds %s', (name) => {
  const rows = read('README.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|')[1]);
  expect(rows.join()).toContain(`\`${name}\``);
});
