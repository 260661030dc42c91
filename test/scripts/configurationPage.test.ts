import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { configurationPage } from '../../scripts/configurationPage.ts';

test('docs/configuration.md is what the table of variables says (npm run generate:configuration)', () => {
  const committed = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  expect(committed).toBe(configurationPage());
});

test('it has a line for each variable: value, default and what it does', () => {
  const lines = configurationPage()
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  expect(lines.length).toBeGreaterThan(50);
  expect(lines.filter((line) => !/^\| `[A-Z_]+`(\\\*)? \| [^|]{2,} \| [^|]+ \| [A-Z`[][^|]+\. \|$/.test(line))).toEqual(
    [],
  );
});
