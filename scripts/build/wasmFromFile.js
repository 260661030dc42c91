import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';

const FILE = 'wasm-file';

/**
 * Prisma ships its WebAssembly as a string in a module (`export { wasm }`, base64), which stays in memory twice, as the module's source
 * and as its value: 10 MB. Here the bytes are a file, and the export becomes that string whenever somebody decodes it.
 *
 * @type {import('esbuild').Plugin}
 */
export const wasmFromFile = {
  name: 'wasm-from-file',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /\.wasm-base64\.mjs$/ }, ({ path }) => ({
      contents: `
        import { readFileSync } from 'node:fs';
        import file from ${JSON.stringify(`${FILE}:${path}`)};
        export const wasm = { [Symbol.toPrimitive]: () => readFileSync(new URL(file, import.meta.url), 'base64') };`,
    }));
    onResolve({ filter: new RegExp(`^${FILE}:`) }, ({ path }) => ({
      path: basename(path).replace('-base64.mjs', ''),
      namespace: FILE,
      pluginData: path.slice(FILE.length + 1),
    }));
    onLoad({ filter: /./, namespace: FILE }, async ({ pluginData: path }) => {
      const { wasm } = await import(pathToFileURL(path).href);
      return { contents: Buffer.from(wasm, 'base64'), loader: 'file' };
    });
  },
};
