import { readdir, readFile } from 'node:fs/promises';
import { root } from './root.js';

/**
 * What the pages for people load, as the packages ship it: `[path in dist, package, path in the package]`.
 *
 * @type {readonly (readonly [string, string, string])[]}
 */
const packaged = [
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
  ['graphiql/start.js', 'src/site/graphiql/start.js'],
  ['graphiql/page.css', 'src/site/graphiql/page.css'],
  ['html/style.css', 'src/site/design/style.css'],
  ['html/icon.svg', 'src/site/design/icon.svg'],
  ['names.ndjson', 'data/names.ndjson'],
  ['openapi.json', 'openapi.json'],
  ['schema.graphql', 'schema.graphql'],
];

/**
 * The files that the program serves or reads, by their path in dist, and the packages that they come from, by their
 * path in the lock file.
 *
 * @returns {Promise<{ files: Map<string, Uint8Array>, packages: string[] }>}
 */
export async function copiedFiles() {
  const sources = [
    ...ours,
    ...(await migrations()),
    ...(await functions()),
    ...packaged.map(([target, name, path]) => /** @type {const} */ ([target, `node_modules/${name}/${path}`])),
  ];
  const files = sources.map(async ([target, path]) => /** @type {const} */ ([target, await readFile(root + path)]));
  return {
    files: new Map(await Promise.all(files)),
    packages: [...new Set(packaged.map(([, name]) => `node_modules/${name}`))],
  };
}

/** @returns {Promise<[string, string][]>} */
async function migrations() {
  const entries = await readdir(`${root}prisma/migrations`, { withFileTypes: true });
  return entries
    .filter((it) => it.isDirectory())
    .map(({ name }) => [`migrations/${name}/migration.sql`, `prisma/migrations/${name}/migration.sql`]);
}

/** @returns {Promise<[string, string][]>} */
async function functions() {
  const names = await readdir(`${root}prisma/functions`);
  return names.map((name) => [`functions/${name}`, `prisma/functions/${name}`]);
}
