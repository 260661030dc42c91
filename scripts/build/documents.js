import { readdir, readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { renderDocument } from './renderDocument.js';
import { root } from './root.js';

/** Documents of how the service is made, which are read in the repository. */
const OF_THE_REPOSITORY = ['architecture', 'decisions', 'glossary', 'performance'].map((name) => `docs/${name}.md`);

/**
 * The pages below /docs, made of docs/ and the changelog, with the files that they name; `documents/index.json` lists
 * both.
 *
 * @returns {Promise<Map<string, Uint8Array>>} by their path in dist
 */
export async function documents() {
  const names = await readdir(`${root}docs`, { recursive: true });
  const files = names
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
    // The pictures are README's.
    .filter((path) => posix.extname(path) !== '' && !path.startsWith('docs/pictures/'));
  const sources = [...files.filter((path) => !OF_THE_REPOSITORY.includes(path)).sort(), 'CHANGELOG.md'];
  const served = new Map(sources.map((path) => [path, servedPath(path)]));
  const entries = await Promise.all(
    sources.map(async (path) => {
      const text = await readFile(root + path, 'utf8');
      const file = (served.get(path) ?? '').replace('/docs/', '').replaceAll('/', '-');
      if (!path.endsWith('.md')) return { entry: { path: served.get(path), file, title: null, summary: null }, text };
      const { html, ...entry } = renderDocument(path, text, served);
      return { entry: { path: served.get(path), file: `${file}.html`, ...entry }, text: html };
    }),
  );
  const index = JSON.stringify(entries.map(({ entry }) => entry));
  return new Map([
    ['documents/index.json', Buffer.from(index)],
    ...entries.map(({ entry, text }) => /** @type {const} */ ([`documents/${entry.file}`, Buffer.from(text)])),
  ]);
}

/** @param {string} path in the repository */
function servedPath(path) {
  if (path === 'CHANGELOG.md') return '/docs/changes';
  return `/${path.replace(/(\/README)?\.md$/, '')}`;
}
