import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * What the pages for people load, as the packages ship it: `[path in dist, package, path in the package]`.
 *
 * @type {readonly (readonly [string, string, string])[]}
 */
const packaged = [
  ['reference/favicon-32x32.png', 'swagger-ui-dist', 'favicon-32x32.png'],
  ['reference/swagger-ui.css', 'swagger-ui-dist', 'swagger-ui.css'],
  ['reference/swagger-ui-bundle.js', 'swagger-ui-dist', 'swagger-ui-bundle.js'],
  ['graphiql/react.js', 'react', 'umd/react.production.min.js'],
  ['graphiql/react-dom.js', 'react-dom', 'umd/react-dom.production.min.js'],
  ['graphiql/graphiql.js', 'graphiql', 'graphiql.min.js'],
  ['graphiql/graphiql.css', 'graphiql', 'graphiql.min.css'],
];

/**
 * `[path in dist, path in the checkout]`
 *
 * @type {readonly (readonly [string, string])[]}
 */
const ours = [
  ['graphiql/start.js', 'src/internal/graphiql/start.js'],
  ['graphiql/page.css', 'src/internal/graphiql/page.css'],
];

/**
 * The files that the program serves or reads, by their path in dist, and the folders of the packages that they come from.
 *
 * @returns {Promise<{ files: Map<string, Uint8Array>, packages: string[] }>}
 */
export async function copiedFiles() {
  const { resolve } = createRequire(import.meta.url);
  const sources = new Map([...ours, ...(await migrations())].map(([target, path]) => [target, join(root, path)]));
  const packages = new Set();
  for (const [target, name, path] of packaged) {
    const folder = dirname(resolve(`${name}/package.json`));
    packages.add(folder);
    sources.set(target, join(folder, path));
  }
  const files = await Promise.all(
    [...sources].map(async ([target, path]) => /** @type {const} */ ([target, await readFile(path)])),
  );
  return { files: new Map(files), packages: [...packages] };
}

/** @returns {Promise<[string, string][]>} */
async function migrations() {
  const entries = await readdir(join(root, 'prisma/migrations'), { withFileTypes: true });
  return entries
    .filter((it) => it.isDirectory())
    .map(({ name }) => [`migrations/${name}/migration.sql`, `prisma/migrations/${name}/migration.sql`]);
}
