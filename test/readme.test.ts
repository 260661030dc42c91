import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { KNOWN_VARIABLES } from '../src/configuration/variables.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

test('continuous integration runs every test, as the README says', () => {
  const [, command = 'none'] = /^readonly test_command='(.+)'$/m.exec(read('.ci/run')) ?? [];
  expect(command).toBe('npm ci && npm run test:all');
  expect(read('README.md')).toContain('`npm run test:all`');
});

test('the variables of the first day are ten that there are', () => {
  const rows = [...read('README.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  expect(rows).toHaveLength(10);
  expect(rows.filter((name) => !KNOWN_VARIABLES.includes(name ?? ''))).toEqual([]);
});
