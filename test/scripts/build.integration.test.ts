import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, test } from '@jest/globals';
import { build } from 'esbuild';
import { wasmFiles } from '../../scripts/build/wasmFiles.js';
import { inherited } from '../support/runCatalog.ts';

describe('without the tools that build', () => {
  /** An installation without devDependencies. */
  let checkout: string;
  beforeEach(async () => {
    checkout = await mkdtemp(join(tmpdir(), 'catalog-no-tools-'));
    await cp(fileURLToPath(new URL('../../scripts', import.meta.url)), join(checkout, 'scripts'), { recursive: true });
    await cp(fileURLToPath(new URL('../../package.json', import.meta.url)), join(checkout, 'package.json'));
  });
  afterEach(() => rm(checkout, { recursive: true }));

  function build(lifecycleEvent: string): Promise<{ status: unknown; stderr: string }> {
    const env = { ...inherited(), npm_lifecycle_event: lifecycleEvent };
    return new Promise((resolve) => {
      execFile(process.execPath, [join(checkout, 'scripts/build.js')], { env }, (error, _stdout, stderr) =>
        resolve({ status: error?.code ?? 0, stderr }),
      );
    });
  }

  it('npm start refuses with the remedy, npm ci goes on', async () => {
    const stderr = expect.stringMatching(/^dist\/ is missing, .* run "npm ci" without --omit=dev, .*\n$/);
    expect(await build('prestart')).toEqual({ status: 1, stderr });
    expect(await build('prepare')).toEqual({ status: 0, stderr });
  });

  it('the dist/ that is there is taken as it is', async () => {
    await mkdir(join(checkout, 'dist'));
    expect(await build('prestart')).toEqual({ status: 0, stderr: '' });
    expect(await build('prepare')).toEqual({ status: 0, stderr: '' });
  });
});

describe('the WebAssembly of the build', () => {
  /** An empty module, which all WebAssembly begins like. */
  const BYTES = Buffer.from('\0asm\x01\0\0\0', 'latin1');
  const BASE64 = BYTES.toString('base64');
  const PRISMAS = `const wasm = "${BASE64}";\nexport { wasm }\n`;
  const PACKED = 'compiler.wasm-base64.mjs';

  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catalog wasm %20 '));
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Bundles a program that loads a module as Prisma's client does. @returns the paths of what was written */
  async function bundle(name: string, module: string): Promise<string[]> {
    const program = `const { wasm } = await import('./${name}');\nconsole.log(Buffer.from(wasm, 'base64').toString('base64'));`;
    await writeFile(join(folder, name), module);
    await writeFile(join(folder, 'program.mjs'), program);
    const { outputFiles } = await build({
      ...{ entryPoints: [join(folder, 'program.mjs')], outdir: join(folder, 'a dist'), plugins: [wasmFiles] },
      ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', write: false, logLevel: 'silent' },
    });
    for (const { path, contents } of outputFiles) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, contents);
    }
    return outputFiles.map(({ path }) => path);
  }

  test('WebAssembly becomes a file, which the program finds from any folder, however its own is named', async () => {
    const paths = await bundle(PACKED, PRISMAS);
    expect(paths.filter((path) => path.endsWith('.wasm'))).toEqual([expect.stringMatching(/compiler-\w+\.wasm$/)]);
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'a dist/program.js')], { cwd: '/' });
    expect(stdout).toBe(`${BASE64}\n`);
  });

  test.each([
    ['exports another name', PACKED, `const bytes = "${BASE64}";\nexport { bytes }\n`],
    ['exports more', PACKED, `const kind = "fast";\n${PRISMAS.replace('{ wasm }', '{ wasm, kind }')}`],
    ['holds no WebAssembly', PACKED, PRISMAS.replace(BASE64, 'bm90aGluZw==')],
    ['has a file of another name', 'compiler.wasm.mjs', PRISMAS],
  ])('a module that %s fails the build', async (_how, name, module) => {
    await expect(bundle(name, module)).rejects.toThrow(/wasmFiles\.js knows/);
  });
});
