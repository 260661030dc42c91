import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

const PACKED = /\.wasm-base64\.mjs$/;

/**
 * Writes WebAssembly that a package holds as base64 into files. Else each process would keep it twice for as long as it lives: as
 * the text of its module and as a string, of Prisma's query compiler 9 MB.
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
      const text = /"([A-Za-z0-9+/=]+)"/.exec(await readFile(packed, 'utf8'))?.[1];
      if (text === undefined) throw new Error(`${packed} holds no base64`);
      return { contents: Buffer.from(text, 'base64'), loader: 'file' };
    });
  },
};
