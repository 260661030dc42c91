import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { childrenOf } from '../support/childrenOf.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { runCatalog } from '../support/runCatalog.ts';
import type { CatalogService } from '../support/startCatalog.ts';
import { areReady, startWorkers } from '../support/startWorkers.ts';
import { until } from '../support/until.ts';

const CALLS = 200;
const ANONYMOUS = 30;
const CREDENTIALED = 60;
const CLIENTS = 8;
const CONNECTIONS = 40;

test('the embedded database, and a service without rest, are refused in one line', async () => {
  const { status, stderr } = await runCatalog(['serve'], { environment: { WORKERS: '2' } });
  expect([status, stderr]).toEqual([
    2,
    'catalog: WORKERS is 2 and DATABASE_URL is unset: the embedded database belongs to one process, so set DATABASE_URL to a PostgreSQL, or unset WORKERS\n',
  ]);
}, 60_000);

describeWith(['postgres'], 'two workers', () => {
  let database: TestDatabase;
  let service: CatalogService;

  beforeAll(async () => {
    database = await createTestDatabase();
    service = await startWorkers({
      ...{ DATABASE_URL: database.url, LOG_LEVEL: 'info', CONNECTIONS_PER_ADDRESS: String(CONNECTIONS) },
      ...{ QUOTA_ANONYMOUS: String(ANONYMOUS), QUOTA_CREDENTIALED: String(CREDENTIALED) },
    });
  }, 200_000);
  afterAll(async () => {
    await service?.stop();
    await database?.drop();
  }, 60_000);

  const readyz = async () => await (await fetch(`${service.internalUrl}/readyz`)).text();
  const scrape = async () => await (await fetch(`${service.internalUrl}/metrics`)).text();

  /** How many calls of those made at once had which status. */
  async function callAtOnce(headers: Readonly<Record<string, string>>): Promise<Record<number, number>> {
    const counts: Record<number, number> = {};
    let left = CALLS;
    const client = async () => {
      for (left -= 1; left >= 0; left -= 1) {
        const answer = await fetch(`${service.publicUrl}/v1/genres`, { headers });
        await answer.arrayBuffer();
        counts[answer.status] = (counts[answer.status] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    return counts;
  }

  test('tell at the start what they take', async () => {
    const told = /"workers":2,"connections":23,"memoryMb":\d+,"representationCacheMb":16,"msg":"the workers are ready"/;
    await until(() => told.test(service.output()));
  }, 30_000);

  test('give an address its quota once, without Redis', async () => {
    expect(await callAtOnce({})).toEqual({ 200: ANONYMOUS, 429: CALLS - ANONYMOUS });
  }, 60_000);

  test('give a key its quota once', async () => {
    const { environment } = service;
    const made = async (...words: string[]) => {
      const { stdout } = await runCatalog([...words, '--json'], { environment });
      return JSON.parse(stdout) as { readonly id: string; readonly key: string };
    };
    const { id } = await made('apps', 'create', '--name', 'caller', '--owner', 'mia', '--external');
    const { key } = await made('keys', 'create', '--app', id, '--scope', 'anime.read');
    const counts = await callAtOnce({ Authorization: `Bearer ${key}` });
    expect(counts).toEqual({ 200: CREDENTIALED, 429: CALLS - CREDENTIALED });
  }, 60_000);

  test('tell the sum of what they did, and each its own', async () => {
    const counted = (text: string, name: string) =>
      [...text.matchAll(new RegExp(`^${name}\\{.*operation="ListGenres".*\\} (\\d+)$`, 'gm'))].map(([, n]) =>
        Number(n),
      );
    let text = '';
    // A request is counted once its last byte was sent.
    await until(async () => {
      text = await scrape();
      return counted(text, 'anime_catalog_http_request_duration_seconds_count')[0] === 2 * CALLS;
    });
    const own = counted(text, 'anime_catalog_worker_http_request_duration_seconds_count');
    expect(own).toHaveLength(2);
    expect(Math.min(...own)).toBeGreaterThan(0);
    expect(own.reduce((sum, n) => sum + n, 0)).toBe(2 * CALLS);
    expect(text).toMatch(/^anime_catalog_workers_ready 2$/m);
    expect(text).toMatch(/^anime_catalog_readiness\{status="ready"\} 1$/m);
  }, 60_000);

  test('bound the connections of an address together', async () => {
    const { hostname, port } = new URL(service.publicUrl);
    const sockets: Socket[] = [];
    // Those of the tests before are idle until their client closes them.
    let refused = '';
    for (let n = 0; n <= CONNECTIONS && refused === ''; n += 1) {
      const socket = connect(Number(port), hostname);
      sockets.push(socket);
      await once(socket, 'connect');
      socket.on('data', (data) => {
        refused += data.toString();
      });
      await sleep(20);
    }
    for (let n = 0; n < 50 && refused === ''; n += 1) await sleep(100);
    for (const socket of sockets) socket.destroy();
    expect(refused).toMatch(/^HTTP\/1.1 429 /);
  }, 60_000);

  test('tell of one that hangs', async () => {
    const [, second = 0] = childrenOf(service.pid);
    process.kill(second, 'SIGSTOP');
    try {
      await until(async () => (await readyz()).includes('1 of 2 are ready'), 15_000);
    } finally {
      process.kill(second, 'SIGCONT');
    }
    await until(() => areReady(service), 15_000);
  }, 60_000);
});
