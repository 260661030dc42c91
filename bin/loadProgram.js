import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const entry = 'src/cli/main.ts';
const cache = join(root, 'node_modules/.cache/catalog');
const manifestFile = join(cache, 'manifest.json');

/** Earlier builds stay this long: a process that runs from one may still load a part of it. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * @typedef {object} Manifest
 * @property {string} program the built entry, relative to the cache
 * @property {readonly (readonly [file: string, size: number, mtimeMs: number])[]} sources what it was built from
 */

/**
 * The command line, straight from its TypeScript sources: nothing has to be built after `npm ci --ignore-scripts`. The first run
 * bundles our own sources below node_modules/.cache, which halves the time of every later start; a changed source is noticed.
 * Where that cannot be written, tsx translates the sources one by one.
 *
 * @returns {Promise<{ runCommandLine(argv: readonly string[]): Promise<void> }>}
 */
export async function loadProgram() {
  const program = (await findBuilt()) ?? (await build());
  if (program !== undefined) {
    process.setSourceMapsEnabled(true);
    return import(pathToFileURL(program).href);
  }
  const { register } = await import('tsx/esm/api');
  register();
  return import(pathToFileURL(join(root, entry)).href);
}

/** @returns {Promise<string | undefined>} */
async function findBuilt() {
  try {
    /** @type {Manifest} */
    const { program, sources } = JSON.parse(await readFile(manifestFile, 'utf8'));
    const built = join(cache, program);
    await access(built);
    const current = await describeSources(sources.map(([file]) => file));
    return JSON.stringify(current) === JSON.stringify(sources) ? built : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {readonly string[]} files
 * @returns {Promise<Manifest['sources']>}
 */
async function describeSources(files) {
  return await Promise.all(
    files.map(async (file) => {
      const { size, mtimeMs } = await stat(join(root, file));
      return /** @type {const} */ ([file, size, mtimeMs]);
    }),
  );
}

/** @returns {Promise<string | undefined>} undefined where nothing can be built or kept */
async function build() {
  const began = Date.now();
  const folder = `${process.pid}-${began.toString(36)}`;
  try {
    await mkdir(cache, { recursive: true });
    const { build: bundle } = await import('esbuild');
    const { metafile } = await bundle({
      absWorkingDir: root,
      entryPoints: { program: entry },
      outdir: join(cache, folder),
      bundle: true,
      splitting: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      target: 'node20.19',
      sourcemap: true,
      metafile: true,
      logLevel: 'silent',
      plugins: [keepModuleUrls],
    });
    const sources = await describeSources(Object.keys(metafile.inputs).sort());
    // Changed while it was built: good for this run alone.
    const isCurrent = sources.every(([, , mtimeMs]) => mtimeMs < began);
    const program = `${folder}/program.js`;
    if (isCurrent) {
      const draft = join(cache, `${folder}.json`);
      await writeFile(draft, JSON.stringify({ program, sources }));
      await rename(draft, manifestFile);
    }
    await removeOld();
    return join(cache, program);
  } catch {
    await rm(join(cache, folder), { recursive: true, force: true }).catch(() => {});
    return undefined;
  }
}

/**
 * Modules find the files that lie beside them by `import.meta.url`: it stays that of the source.
 *
 * @type {import('esbuild').Plugin}
 */
const keepModuleUrls = {
  name: 'keep-module-urls',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]src[/\\].*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const url = JSON.stringify(pathToFileURL(path).href);
      return { contents: text.replaceAll('import.meta.url', url), loader: 'ts' };
    });
  },
};

async function removeOld() {
  for (const name of await readdir(cache)) {
    const path = join(cache, name);
    if (path === manifestFile) continue;
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > KEPT_MS) await rm(path, { recursive: true, force: true });
  }
}
