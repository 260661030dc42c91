import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inherited } from '../support/runCatalog.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const TOKEN = 'the-internal-token-of-a-production-install';

/** What grows beyond these is noticed here; today: 10 packages and 35 MB. */
const MOST_PACKAGES = 30;
const MOST_MEGABYTES = 60;

describe('a production install beside dist/', () => {
  let folder: string;
  let service: CatalogService;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catalog-production-'));
    for (const name of ['package.json', 'package-lock.json', 'bin', 'dist']) {
      await cp(join(root, name), join(folder, name), { recursive: true });
    }
    // What `npm ci` of the checkout has fetched is in npm's cache.
    const install = ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
    await promisify(execFile)('npm', install, { cwd: folder, env: inherited() });
    service = await startCatalog(
      { SAMPLE_DATA: 'on', INTERNAL_TOKEN: TOKEN },
      { command: join(folder, 'bin/catalog') },
    );
  }, 240_000);
  afterAll(async () => {
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  it('is small', async () => {
    const lock = JSON.parse(await readFile(join(folder, 'node_modules/.package-lock.json'), 'utf8')) as {
      packages: object;
    };
    const packages = Object.keys(lock.packages);
    expect(packages).toContain('node_modules/@electric-sql/pglite');
    expect(packages.length).toBeLessThanOrEqual(MOST_PACKAGES);
    expect((await sizeOf(join(folder, 'node_modules'))) / 1e6).toBeLessThanOrEqual(MOST_MEGABYTES);
    expect((await sizeOf(join(folder, 'dist'))) / 1e6).toBeLessThanOrEqual(MOST_MEGABYTES);
  });

  it('fills its empty database and answers REST', async () => {
    while (!service.output().includes('and read ')) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await get(`${service.publicUrl}/v1/anime?year=2013&season=spring&format=tv`)).toMatch(/"items":\[\{/);
    // The index follows the publications.
    const search = () => get(`${service.publicUrl}/v1/search?q=kimetu%20no%20yaiba`);
    while (!(await search()).includes('鬼滅の刃')) await new Promise((resolve) => setTimeout(resolve, 100));
  }, 120_000);

  it('serves the reference and GraphiQL with all that they load', async () => {
    expect(await loadedBy(`${service.publicUrl}/v1/reference`)).toEqual([
      'favicon-32x32.png',
      'start.js',
      'swagger-ui-bundle.js',
      'swagger-ui.css',
    ]);
    expect(await loadedBy(`${service.internalUrl}/graphql`)).toEqual([
      'graphiql.css',
      'graphiql.js',
      'page.css',
      'react-dom.js',
      'react.js',
      'start.js',
    ]);
  });

  it('answers GraphQL', async () => {
    const response = await fetch(`${service.internalUrl}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify({ query: '{ animeList(first: 1) { nodes { title } } }' }),
    });
    expect(await response.json()).toEqual({ data: { animeList: { nodes: [{ title: expect.any(String) }] } } });
  });
});

async function get(url: string): Promise<string> {
  const response = await fetch(url, { headers: { Accept: 'text/html, */*' } });
  const text = await response.text();
  expect({ url, status: response.status, isEmpty: text === '' }).toEqual({ url, status: 200, isEmpty: false });
  return text;
}

/** The names of the files that a page names, each fetched. */
async function loadedBy(page: string): Promise<string[]> {
  const html = await get(page);
  const links = [...html.matchAll(/(?:src|href)="([^"]+\.\w+(?:\?v=[\w-]+)?)"/g)].flatMap(([, link]) => link ?? []);
  for (const link of links) await get(new URL(link, page).href);
  return links.map((link) => link.slice(link.lastIndexOf('/') + 1).replace(/\?.*/, '')).sort();
}

/** Bytes of all files below the folder. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const sizes = entries.map(async (entry) =>
    entry.isFile() ? (await stat(join(entry.parentPath, entry.name))).size : 0,
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
