import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { inherited } from '../support/runCatalog.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A checkout of our bin with a small program in the place of the command line. */
let checkout: string;
beforeEach(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'catalog-checkout-'));
  await cp(join(root, 'bin'), join(checkout, 'bin'), { recursive: true });
  await mkdir(join(checkout, 'node_modules'));
  for (const name of ['esbuild', '@esbuild', 'tsx', 'get-tsconfig', 'resolve-pkg-maps']) {
    await symlink(join(root, 'node_modules', name), join(checkout, 'node_modules', name));
  }
  await writeFile(join(checkout, 'package.json'), '{"type":"module"}');
  await mkdir(join(checkout, 'src/cli'), { recursive: true });
  await writeFile(join(checkout, 'src/cli/words.txt'), 'from the file beside the source');
  await writeProgram('first');
});
afterEach(() => rm(checkout, { recursive: true, force: true }));

async function writeProgram(word: string): Promise<void> {
  await writeFile(
    join(checkout, 'src/cli/main.ts'),
    `import { readFileSync } from 'node:fs';
     import { word } from './word.ts';
     const beside: string = readFileSync(new URL('./words.txt', import.meta.url), 'utf8');
     export async function runCommandLine(argv: readonly string[]): Promise<void> {
       if (argv.includes('fail')) throw new Error('on line 6');
       console.log(word, beside);
     }`,
  );
  await writeFile(join(checkout, 'src/cli/word.ts'), `export const word: string = ${JSON.stringify(word)};`);
}

function run(...words: string[]): Promise<{ stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const program = [join(checkout, 'bin/catalog'), ...words];
    execFile(process.execPath, program, { env: inherited() }, (_error, stdout, stderr) => resolve({ stdout, stderr }));
  });
}

const builds = async () => {
  const names = await readdir(join(checkout, 'node_modules/.cache/catalog'));
  return names.filter((name) => !name.endsWith('.json'));
};

describe('bin/catalog', () => {
  it('runs the sources, builds them once, and files beside them are found', async () => {
    const expected = { stdout: 'first from the file beside the source\n', stderr: '' };
    expect(await run()).toEqual(expected);
    expect(await run()).toEqual(expected);
    expect(await builds()).toHaveLength(1);
  }, 60_000);

  it('notices a source that changed', async () => {
    await run();
    await writeProgram('second');
    expect((await run()).stdout).toMatch(/^second /);
    expect(await builds()).toHaveLength(2);
  }, 60_000);

  it('is built by processes that start at once without one hindering another', async () => {
    const outputs = await Promise.all([run(), run(), run(), run()]);
    expect(outputs.map(({ stdout }) => stdout.split(' ')[0])).toEqual(['first', 'first', 'first', 'first']);
    expect((await run()).stdout).toMatch(/^first /);
  }, 60_000);

  it('builds anew what was damaged', async () => {
    await run();
    const manifest = join(checkout, 'node_modules/.cache/catalog/manifest.json');
    await writeFile(manifest, (await readFile(manifest, 'utf8')).slice(0, 20));
    expect((await run()).stdout).toMatch(/^first /);
    for (const build of await builds()) {
      await rm(join(checkout, 'node_modules/.cache/catalog', build), { recursive: true });
    }
    expect((await run()).stdout).toMatch(/^first /);
  }, 60_000);

  it('runs the sources one by one where nothing can be kept', async () => {
    await writeFile(join(checkout, 'node_modules/.cache'), 'no folder');
    await chmod(join(checkout, 'node_modules/.cache'), 0o444);
    expect(await run()).toEqual({ stdout: 'first from the file beside the source\n', stderr: '' });
  }, 60_000);

  it('names the source in the stack of an error', async () => {
    expect((await run('fail')).stderr).toMatch(/src[/\\]cli[/\\]main\.ts:5/);
  }, 60_000);
});
