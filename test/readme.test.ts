import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

test('continuous integration runs the test command that the README gives', () => {
  const [, command = 'none'] = /^readonly test_command='(.+)'$/m.exec(read('.ci/run')) ?? [];
  expect(command).toBe('npm ci && npm test');
  expect(read('README.md')).toContain(command);
});
