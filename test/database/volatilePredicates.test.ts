import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A comparison with a function whose value differs within a statement. */
const VOLATILE = /(?:[<>]=?|\bBETWEEN)\s*\(*\s*(?:clock_timestamp|timeofday|random|gen_random_uuid)\s*\(/i;
/** Not predicates over a table: what a statement returns of its rows, and a condition in a function's body. */
const ELSEWHERE = /^\s*(?:RETURNING|IF)\b/;

function filesBelow(folder: string, ending: RegExp): string[] {
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  return entries.filter((it) => it.isFile() && ending.test(it.name)).map((it) => join(it.parentPath, it.name));
}

// PostgreSQL makes no index condition of it, so the statement reads whatever the rest of its predicate leaves.
test('no statement compares a column with a volatile function: now() is stable', () => {
  const files = [...filesBelow('src', /\.ts$/), ...filesBelow('prisma/functions', /\.sql$/)];
  expect(files.length).toBeGreaterThan(100);
  const found = files
    .filter((path) => !path.includes('generated'))
    .flatMap((path) => {
      const lines = readFileSync(path, 'utf8').split('\n');
      const wrong = lines.filter((line) => VOLATILE.test(line) && !ELSEWHERE.test(line));
      return wrong.map((line) => `${path.slice(root.length)}: ${line.trim()}`);
    });
  expect(found).toEqual([]);
});
