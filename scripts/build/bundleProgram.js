import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { assertPlainly } from './assertPlainly.js';
import { mapOwnSourcesAlone } from './mapOwnSourcesAlone.js';
import { wasmFromFile } from './wasmFromFile.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** CommonJS packages ask for Node's own modules by `require`, which an ECMAScript module does not have. */
const requireOfNode =
  "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);";

/**
 * The command line and all that it loads, in modules that are loaded when they are needed. `dependencies` stay outside: PGlite reads
 * files of its own package, bangumi-data is data.
 *
 * @param {string} folder where the program will lie; nothing is written
 * @returns {Promise<{ files: Map<string, Uint8Array>, packages: string[] }>} the files by their path in the folder, and the folders
 *   of the packages that went into them
 */
export async function bundleProgram(folder) {
  const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { catalog: 'src/cli/main.ts' },
    outdir: folder,
    bundle: true,
    splitting: true,
    external: Object.keys(dependencies),
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    banner: { js: requireOfNode },
    define: { IS_BUNDLED: 'true' },
    plugins: [assertPlainly, wasmFromFile, mapOwnSourcesAlone],
    sourcemap: true,
    // The maps name the sources; with their text they would be three times as large.
    sourcesContent: false,
    // V8 keeps the text of what it runs. Names stay, for stack traces; syntax does: rewritten, oidc-provider leaves `iss` out of its answers.
    minifyWhitespace: true,
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  return {
    files: new Map(outputFiles.map(({ path, contents }) => [relative(folder, path).replaceAll(sep, '/'), contents])),
    packages: [...new Set(Object.keys(metafile.inputs).flatMap(packageFolder))].map((path) => join(root, path)),
  };
}

/** @param {string} input a path below the root, with slashes */
function packageFolder(input) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input) ?? [];
}
