import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { type Import, importsBelow } from './support/importsOf.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const imports = new Map<string, Import[]>();
for (const it of importsBelow(folder)) imports.set(it.file, [...(imports.get(it.file) ?? []), it]);
const isUnit = (file: string) => /(?<!\.integration|\.chaos)\.test\.ts$/.test(file);

/** The file and what it imports of the tests, directly or through others. */
function reachable(file: string): Set<string> {
  const files = new Set([file]);
  for (const each of files) {
    for (const { target } of imports.get(each) ?? []) if (target !== null && imports.has(target)) files.add(target);
  }
  return files;
}

test('a unit test starts no process, no server and no database', () => {
  const units = [...imports.keys()].filter((file) => isUnit(file) && file !== 'projects.test.ts');
  expect(units.length).toBeGreaterThan(0);
  const faults = units.flatMap((unit) =>
    [...reachable(unit)].flatMap((file) => {
      const [started] =
        /from 'node:child_process'|\.listen\(|\bopenDatabase\(/.exec(readFileSync(join(folder, file), 'utf8')) ?? [];
      return started === undefined ? [] : [`${unit}: ${file} has ${started}`];
    }),
  );
  expect(faults).toEqual([]);
});
