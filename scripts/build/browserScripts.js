import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { build } from 'esbuild';
import { root } from './root.js';

/**
 * The scripts of pages, each of use alone.
 *
 * @returns {Promise<Map<string, Uint8Array>>} by their path in dist
 */
export async function browserScripts() {
  const names = (await readdir(`${root}src/site/scripts`)).filter((name) => name.endsWith('.ts'));
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: names.map((name) => `src/site/scripts/${name}`),
    outdir: 'dist/scripts',
    bundle: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    minify: true,
    write: false,
    logLevel: 'warning',
  });
  return new Map(outputFiles.map(({ path, contents }) => [`scripts/${basename(path)}`, contents]));
}
