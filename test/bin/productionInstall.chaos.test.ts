// Proves that what is installed for production is small, complete and listed, needs no tools, and serves, though its first
// start was killed.

import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { askGraph } from '../support/askGraph.ts';
import { freePort } from '../support/freePort.ts';
import { inherited } from '../support/runCatalog.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';
import { startTiedProcess } from '../support/tiedProcess.ts';
import { until } from '../support/until.ts';
import { waitUntilReady } from '../support/waitUntilReady.ts';
import { asTold, runExamples } from './runExamples.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const TOKEN = 'the-internal-token-of-a-production-install';

/** The budget of the packages that an installation of dist brings. */
const MOST_PACKAGES = 65;
const MOST_MEGABYTES = 55;
/** They ship without being dependencies: their peers are tools, or pages in a browser load single files of them. */
const BUILT_FROM_TOOLS = [
  '@0no-co/graphql.web',
  '@prisma/client',
  '@prisma/client-runtime-utils',
  'gql.tada',
  'graphiql',
  'react',
  'react-dom',
];
const TOOLS = ['typescript', 'prisma', 'esbuild', 'jest', '@swc/core', 'tsx'];

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version: string; readonly dev?: true }>>;
}

interface SoftwareBill {
  readonly components: readonly { name: string; version: string; purl: string; hashes: unknown; licenses: unknown }[];
}

describe('a production install of bin and dist', () => {
  let folder: string;
  let service: CatalogService;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catalog-production-'));
    for (const name of ['bin', 'dist']) await cp(join(root, name), join(folder, name), { recursive: true });
    // What `npm ci` of the checkout has fetched is in npm's cache.
    const install = ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
    await promisify(execFile)('npm', install, { cwd: join(folder, 'dist'), env: inherited() });
    const first = await start('livez');
    // A fast machine has imported everything by the time that it is ready.
    while ((await recordsOf(first, 'bangumi-data').catch(() => 0)) === 0) await sleep(20);
    await first.kill();
    service = await start('readyz');
  }, 240_000);
  afterAll(async () => {
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  const start = (probe: 'livez' | 'readyz', quotas: Readonly<Record<string, string>> = {}) => {
    const variables = { SAMPLE_DATA: 'on', INTERNAL_TOKEN: TOKEN, DATA_DIR: join(folder, 'data'), ...quotas };
    return startCatalog(variables, { command: join(folder, 'bin/catalog'), until: probe });
  };
  const recordsOf = async (asked: CatalogService, source: string) => {
    const query = '{ sources { name recordCount } }';
    const { sources } = await askGraph<{ sources: { name: string; recordCount: number }[] }>(asked, query);
    return sources.find(({ name }) => name === source)?.recordCount ?? 0;
  };
  const readJson = async <T>(path: string) => JSON.parse(await readFile(path, 'utf8')) as T;
  const installed = async () => (await readJson<Lock>(join(folder, 'dist/node_modules/.package-lock.json'))).packages;
  const shipped = async () => (await readJson<SoftwareBill>(join(folder, 'dist/sbom.cdx.json'))).components;
  const nameAt = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

  it('is small, brings no tools and needs no install scripts', async () => {
    const packages = await installed();
    const names = Object.keys(packages).map(nameAt);
    expect(names).toContain('@electric-sql/pglite');
    expect(names.filter((name) => TOOLS.includes(name))).toEqual([]);
    expect(names.length).toBeLessThanOrEqual(MOST_PACKAGES);
    expect((await sizeOf(join(folder, 'dist/node_modules'))) / 1e6).toBeLessThanOrEqual(MOST_MEGABYTES);
    expect(JSON.stringify(packages)).not.toContain('hasInstallScript');
  });

  it('has one version of what matters', async () => {
    const names = (await shipped()).map(({ name }) => name);
    for (const name of ['express', 'graphql', 'jose', 'lru-cache', 'pg', 'undici', 'zod']) {
      expect([name, names.filter((it) => it === name)]).toEqual([name, [name]]);
    }
  });

  it('is listed in dist/sbom.cdx.json, as package-lock.json has it', async () => {
    const listed = (await shipped()).map(({ name, version }) => `${name}@${version}`);
    const brought = Object.entries(await installed()).map(([path, { version }]) => `${nameAt(path)}@${version}`);
    expect(brought.filter((it) => !listed.includes(it))).toEqual([]);
    const { packages } = await readJson<Lock>(join(root, 'package-lock.json'));
    const locked = Object.entries(packages).map(([path, { version, dev }]) => ({ name: nameAt(path), version, dev }));
    const dependencies = locked.filter(({ dev }) => !dev).map(({ name, version }) => `${name}@${version}`);
    const others = (await shipped()).filter(({ name, version }) => !dependencies.includes(`${name}@${version}`));
    expect(others.map(({ name }) => name)).toEqual(BUILT_FROM_TOOLS);
    for (const { name, version } of others) expect(locked).toContainEqual({ name, version, dev: true });
  });

  it('is listed with licences and digests', async () => {
    for (const { purl, hashes, licenses } of await shipped()) {
      expect({ purl, hashes, licenses }).toEqual({
        purl: expect.stringMatching(/^pkg:npm\/(?:%40[\w.-]+\/)?[\w.-]+@\d/),
        hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
        licenses: [{ expression: expect.stringMatching(/./) }],
      });
    }
  });

  it('fills its empty database, where the killed start has left off, and tells three requests that answer', async () => {
    while (!service.output().includes('and open ')) await sleep(50);
    expect(service.output()).toContain('was interrupted');
    expect(await recordsOf(service, 'bangumi-data')).toBe(8461);
    expect(await recordsOf(service, 'sample')).toBeGreaterThan(20);
    const requests = [...service.output().matchAll(/curl '([^']+)'/g)].flatMap(([, url]) => url ?? []);
    expect(requests).toHaveLength(3);
    for (const url of requests) {
      const body = JSON.parse(await get(url)) as { id?: string; items?: unknown[] };
      expect(body.id ?? body.items?.length).toBeTruthy();
    }
    // The index follows the publications.
    const search = () => get(`${service.publicUrl}/v1/search?q=kimetu%20no%20yaiba`);
    while (!(await search()).includes('鬼滅の刃')) await sleep(100);
  }, 180_000);

  it('serves the reference and GraphiQL with all that they load', async () => {
    expect(await loadedBy(`${service.publicUrl}/v1/reference`)).toEqual([
      expect.stringMatching(/^copy-\w+\.js$/),
      expect.stringMatching(/^icon-\w+\.svg$/),
      'openapi.json',
      expect.stringMatching(/^sendRequests-\w+\.js$/),
      expect.stringMatching(/^style-\w+\.css$/),
    ]);
    expect(await loadedBy(`${service.internalUrl}/graphql`)).toEqual([
      expect.stringMatching(/^icon-\w+\.svg$/),
      'page.css',
      'start.js',
      expect.stringMatching(/^style-\w+\.css$/),
    ]);
    // Its script loads these once it has a token.
    for (const name of ['graphiql.css', 'graphiql.js', 'react-dom.js', 'react.js']) {
      expect((await fetch(`${service.internalUrl}/graphiql/${name}`)).status).toBe(200);
    }
  });

  it('answers GraphQL', async () => {
    const response = await fetch(`${service.internalUrl}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify({ query: '{ animeList(first: 1) { nodes { title } } }' }),
    });
    expect(await response.json()).toEqual({ data: { animeList: { nodes: [{ title: expect.any(String) }] } } });
  });

  it('sends events to the receiver of docs/quickstart.md', async () => {
    const page = await readFile(join(root, 'docs/quickstart.md'), 'utf8');
    const [, receiver = '', listen = '', told = ''] =
      /^```ts\n(.*?)^```.*?^```sh\n.*?(bin\/catalog.*?)\n```\n\n```text\n(.*?)^```/ms.exec(page) ?? [];
    const port = String(await freePort());
    const directory = await mkdtemp(join(tmpdir(), 'catalog-receiver-'));
    const verifier = join(root, 'docs/webhooks/verifySignature.ts');
    const program = receiver.replace('8080', port).replace('./verifySignature.ts', verifier);
    await writeFile(join(directory, 'receiver.ts'), program);
    const started = await startTiedProcess(
      process.execPath,
      ['--import', import.meta.resolve('tsx'), join(directory, 'receiver.ts')],
      { directory, environment: { ...inherited(), WEBHOOK_SECRET: 'whsec_tryout' } },
    );
    await waitUntilReady(started, 'the receiver', async () => void (await fetch(`http://localhost:${port}`)), 60_000);
    const command = listen.replace('8080', port).replace('bin/catalog', join(folder, 'bin/catalog'));
    const { stdout } = await promisify(execFile)('bash', ['-c', `${command} | head -3`], {
      env: { ...inherited(), ...service.environment },
    });
    expect(stdout.trim()).toMatch(asTold(told.replace('8080', port)));
    await until(() => started.output().includes('anime.created'));
    await started.stop();
  }, 90_000);

  it('starts again on its catalogue without importing it anew', async () => {
    await service.stop();
    service = await start('readyz', { QUOTA_ANONYMOUS: '60', QUOTA_CREDENTIALED: '600' });
    expect(service.output()).not.toContain('bangumi-data');
  }, 120_000);

  it.each(['README.md', 'docs/quickstart.md'])(
    'answers the examples of %s as it says',
    async (page) => {
      const { environment, publicUrl } = service;
      const examples = await runExamples(await readFile(join(root, page), 'utf8'), {
        command: join(folder, 'bin/catalog'),
        origin: new URL(publicUrl).host,
        environment: { ...inherited(), ...environment },
      });
      expect(examples.length).toBeGreaterThan(2);
      for (const { command, told, printed } of examples) {
        expect({ command, printed }).toEqual({ command, printed: expect.stringMatching(told) });
      }
    },
    120_000,
  );
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
