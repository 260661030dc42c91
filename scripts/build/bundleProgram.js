import { relative, sep } from 'node:path';
import { build } from 'esbuild';
import { root } from './root.js';
import { wasmFiles } from './wasmFiles.js';

/**
 * Packages that stay outside: data, and what reads files of its own or asserts without a message, itself or in what it
 * depends on. Where such an assertion fails, Node parses the whole file that holds it, which takes seconds of a bundle.
 */
export const OUTSIDE = [
  '@electric-sql/pglite',
  '@electric-sql/pglite-socket',
  '@redis/client',
  'bangumi-data',
  'pg',
  'pino',
  'undici',
];

/** CommonJS packages ask for Node's own modules by `require`, which an ECMAScript module does not have. */
const requireOfNode =
  "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);";

/**
 * The command line and all that it loads, in files that are loaded when they are needed: a start takes a quarter less
 * processor time than with the packages as they are installed.
 *
 * @param {string} folder where the program will lie; nothing is written
 * @returns {Promise<{ files: Map<string, Uint8Array>, packages: string[] }>} the files by their path in the folder, and
 *   the packages that went into them, by their path in the lock file
 */
export async function bundleProgram(folder) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { catalog: 'src/cli/main.ts' },
    outdir: folder,
    bundle: true,
    splitting: true,
    plugins: [wasmFiles],
    // `debug` works without supports-color, which is here only because tools need it.
    external: [...OUTSIDE, 'supports-color'],
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    banner: { js: requireOfNode },
    // Libraries run in their production mode, whatever NODE_ENV says: Prisma takes a stack for each query otherwise.
    define: { IS_BUNDLED: 'true', 'process.env.NODE_ENV': '"production"' },
    // V8 keeps the text of what it runs. Names stay, for stack traces.
    minifyWhitespace: true,
    sourcemap: true,
    // The maps name the sources; with their text they would be three times as large.
    sourcesContent: false,
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  return {
    files: new Map(outputFiles.map(({ path, contents }) => [relative(folder, path).replaceAll(sep, '/'), contents])),
    packages: [...new Set(Object.keys(metafile.inputs).flatMap(packagePath))],
  };
}

/** @param {string} input a path below the root, with slashes */
function packagePath(input) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input) ?? [];
}
