import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { assertPlainly } from '../../../scripts/build/assertPlainly.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const dist = join(root, 'dist');
const run = promisify(execFile);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assert-plainly-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** What a bundle of this source prints. */
async function printedBy(source: string): Promise<string> {
  const outfile = join(folder, 'bundle.mjs');
  await build({
    stdin: { contents: source, resolveDir: root },
    ...{ outfile, bundle: true, platform: 'node', format: 'esm', plugins: [assertPlainly] },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  return (await run(process.execPath, [outfile])).stdout.trim();
}

const IMPORTS = [
  ["import assert from 'node:assert';", 'assert'],
  ["import assert from 'assert';", 'assert.ok'],
  ["import { ok } from 'assert';", 'ok'],
  ["import { strict as assert } from 'node:assert';", 'assert'],
  ["import assert from 'node:assert/strict';", 'assert'],
  ["const assert = require('node:assert');", 'assert'],
  ["const assert = require('node:assert').strict;", 'assert.ok'],
] as const;

describe.each(IMPORTS)('a bundle that has %s', (statement, name) => {
  it('says that an assertion failed, and quotes no source', async () => {
    const source = `${statement}
      try { ${name}(1 > 2) } catch ({ code, message }) { console.log(JSON.stringify({ code, message })) }`;
    expect(JSON.parse(await printedBy(source))).toEqual({
      code: 'ERR_ASSERTION',
      message: 'an assertion failed',
    });
  });
});

it('what holds passes, what is said is told, and the other functions are those of Node', async () => {
  const source = `import assert from 'node:assert';
    const told = [];
    const tell = (act) => { try { act(); told.push('passed') } catch ({ message }) { told.push(message.split('\\n')[0]) } };
    tell(() => assert(true));
    tell(() => assert(0, 'not zero'));
    tell(() => assert(null, new TypeError('a type')));
    tell(() => assert.equal(1, 1));
    tell(() => assert.strict.equal(1, '1', 'strictly'));
    console.log(JSON.stringify(told));`;
  expect(JSON.parse(await printedBy(source))).toEqual(['passed', 'not zero', 'a type', 'passed', 'strictly']);
});

it("the program has Node's own in one place alone", async () => {
  const names = (await readdir(dist)).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(names.map((name) => readFile(join(dist, name), 'utf8')));
  const uses = texts.flatMap((text) => text.match(/["'](?:node:)?assert(?:\/strict)?["']/g) ?? []);
  expect(uses).toHaveLength(1);
});
