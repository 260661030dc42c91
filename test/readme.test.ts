import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { KNOWN_VARIABLES } from '../src/configuration/environment.ts';
import { FILE_VARIABLES } from '../src/configuration/secretFiles.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

test('continuous integration runs every test, as the README says', () => {
  const [, command = 'none'] = /^readonly test_command='(.+)'$/m.exec(read('.ci/run')) ?? [];
  expect(command).toBe('npm ci && npm run test:all');
  expect(read('README.md')).toContain('`npm run test:all`');
});

const inTable = KNOWN_VARIABLES.filter((name) => name !== 'NODE_ENV' && !FILE_VARIABLES.includes(name));

test.each(inTable)('the table of variables holds %s', (name) => {
  const rows = read('README.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|')[1]);
  expect(rows.join()).toContain(`\`${name}\``);
});

test('the variables that may stand in files are named', () => {
  const [, named = ''] = /^(`INTERNAL_TOKEN`, [\s\S]*?) may stand in files/m.exec(read('README.md')) ?? [];
  const names = [...named.matchAll(/`(\w+)`/g)].map(([, name]) => `${name}_FILE`);
  expect(names).toEqual(FILE_VARIABLES);
});
