import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

const PACKED = /\.wasm-base64\.mjs$/;
/** A whole module of Prisma's. */
const MODULE = /^const wasm = "([A-Za-z0-9+/]+=*)";?\s*export \{ wasm \};?\s*$/;
/** What WebAssembly begins with, as base64. */
const BASE64 = 'AGFzbQ';

/**
 * Writes WebAssembly that a package holds as base64 into files. Else each process would keep it twice for as long as it
 * lives: as the text of its module and as a string, of Prisma's query compiler 9 MB. A build that would bundle some as
 * base64 fails.
 *
 * @type {import('esbuild').Plugin}
 */
export const wasmFiles = {
  name: 'wasm-files',
  setup(build) {
    build.onLoad({ filter: PACKED }, ({ path }) => ({
      // Prisma passes it to Buffer.from, which asks for its value.
      contents: `
        import { readFileSync } from 'node:fs';
        import file from ${JSON.stringify(`${path}?bytes`)};
        export const wasm = { valueOf: () => readFileSync(new URL(file, import.meta.url)) };`,
      resolveDir: '/',
    }));
    build.onResolve({ filter: /\.wasm-base64\.mjs\?bytes$/ }, ({ path }) => {
      const packed = path.replace('?bytes', '');
      return { path: basename(packed).replace(PACKED, '.wasm'), namespace: 'wasm-bytes', pluginData: packed };
    });
    build.onLoad({ filter: /.*/, namespace: 'wasm-bytes' }, async ({ pluginData: packed }) => {
      const text = MODULE.exec(await readFile(packed, 'utf8'))?.[1];
      if (!text?.startsWith(BASE64))
        throw new Error(`${packed} is not of the form that scripts/build/wasmFiles.js knows`);
      return { contents: Buffer.from(text, 'base64'), loader: 'file' };
    });
    build.onEnd(({ outputFiles = [] }) => {
      const holding = outputFiles.filter(({ path, text }) => path.endsWith('.js') && text.includes(BASE64));
      if (holding.length === 0) return null;
      const text = 'holds WebAssembly as base64, from no file of the form that scripts/build/wasmFiles.js knows';
      return { errors: holding.map(({ path }) => ({ text: `${path} ${text}` })) };
    });
  },
};
