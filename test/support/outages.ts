import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './freePort.ts';
import { catalogCommand, inherited } from './runCatalog.ts';
import { type PostgresServer, startPostgres } from './startPostgres.ts';
import { startRedis } from './startRedis.ts';

/** What can be away, and how. */
export const OUTAGES = [
  'nothing',
  'Elasticsearch refusing',
  'Elasticsearch hanging',
  'PostgreSQL stopped',
  'PostgreSQL paused',
  'Redis gone',
  'Redis hanging',
  'the reader of the logs gone',
  'the reader of the logs not reading',
] as const;
export type Outage = (typeof OUTAGES)[number];

interface Timed {
  readonly status: number;
  readonly seconds: number;
}

/** How a service takes an outage; of several requests the slowest is told. */
export interface OutageFigures {
  readonly readyz: Timed;
  readonly metrics: Timed;
  /** A list of the public interface. */
  readonly read: Timed;
  /** Reads that were under way when the outage began, and their connections in use. */
  readonly warmReads: Timed;
  readonly stop: { readonly status: number | null; readonly seconds: number };
}

/** Starts a service as an operator does, takes a part of its world away, asks it, and stops it. */
export async function measureOutage(outage: Outage): Promise<OutageFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'catalog-outage-'));
  const postgres = await startPostgres();
  const redis = outage.startsWith('Redis') ? await startRedis() : null;
  const hanging = createServer(() => {}).listen(0, '127.0.0.1');
  await once(hanging, 'listening');
  const [port, internalPort] = [await freePort(), await freePort()];
  const nodes: Partial<Record<Outage, number>> = {
    'Elasticsearch refusing': await freePort(),
    'Elasticsearch hanging': (hanging.address() as { port: number }).port,
  };
  const node = nodes[outage];
  const service = spawn(process.execPath, [catalogCommand, 'serve'], {
    env: {
      ...inherited(),
      HOST: '127.0.0.1',
      PORT: String(port),
      INTERNAL_PORT: String(internalPort),
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: postgres.url,
      ...(redis !== null && { REDIS_URL: redis.url }),
      ...(node !== undefined && { ELASTICSEARCH_URL: `http://127.0.0.1:${node}` }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [publicUrl, internalUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${internalPort}`];
  try {
    service.stdout.resume();
    service.stderr.resume();
    await becomeReady(service, `${internalUrl}/readyz`);
    // Connections of the pool that an outage finds in use.
    await Promise.all(Array.from({ length: 20 }, () => timed(`${publicUrl}/v1/anime`)));
    if (outage === 'Redis gone') await redis?.kill();
    if (outage === 'Redis hanging' && redis !== null) process.kill(redis.pid, 'SIGSTOP');
    await begin(outage, postgres, service, publicUrl);
    const warmReads = await slowest(publicUrl, LISTS);
    await sleep(3_000);
    return {
      readyz: await slowest(internalUrl, ['/readyz', '/readyz', '/readyz']),
      metrics: await slowest(internalUrl, ['/metrics', '/metrics', '/metrics']),
      read: await slowest(publicUrl, ['/v1/anime']),
      warmReads,
      stop: await stop(service),
    };
  } finally {
    service.kill('SIGKILL');
    hanging.close();
    signalAll(postgres.pid, 'SIGCONT');
    if (outage === 'Redis hanging' && redis !== null) process.kill(redis.pid, 'SIGCONT');
    await redis?.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const LISTS = Array.from({ length: 14 }, (_, n) => `/v1/anime?limit=${n + 1}`);

async function becomeReady(service: ChildProcess, url: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; ; await sleep(50)) {
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    if (service.exitCode !== null || Date.now() > deadline) throw new Error('the service did not become ready');
  }
}

async function begin(outage: Outage, postgres: PostgresServer, service: ChildProcess, publicUrl: string) {
  if (outage === 'PostgreSQL stopped') await postgres.stop();
  if (outage === 'PostgreSQL paused') signalAll(postgres.pid, 'SIGSTOP');
  if (outage === 'the reader of the logs gone') {
    service.stdout?.destroy();
    service.stderr?.destroy();
  }
  if (outage === 'the reader of the logs not reading') {
    service.stdout?.pause();
    service.stderr?.pause();
    // More than the pipe holds.
    for (let round = 0; round < 20; round += 1) await slowest(publicUrl, Array(50).fill('/v1'));
  }
}

/** A server of PostgreSQL is a process for each connection. */
function signalAll(pid: number, signal: NodeJS.Signals): void {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => parentOf(name) === pid);
  for (const each of [pid, ...children.map(Number)]) {
    try {
      process.kill(each, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[1],
    );
  } catch {
    return undefined;
  }
}

async function slowest(origin: string, paths: readonly string[]): Promise<Timed> {
  const answers = await Promise.all(paths.map((path) => timed(origin + path)));
  return answers.reduce((a, b) => (b.seconds > a.seconds ? b : a));
}

/** Status 0: no answer within a minute. */
async function timed(url: string): Promise<Timed> {
  const began = performance.now();
  const status = await fetch(url, { signal: AbortSignal.timeout(60_000) })
    .then(async (response) => {
      await response.arrayBuffer();
      return response.status;
    })
    .catch(() => 0);
  return { status, seconds: (performance.now() - began) / 1000 };
}

async function stop(service: ChildProcess): Promise<OutageFigures['stop']> {
  const began = performance.now();
  const ended = once(service, 'exit') as Promise<[number | null]>;
  service.kill('SIGTERM');
  const [status] = await Promise.race([ended, sleep(60_000, [null] as [null], { ref: false })]);
  return { status, seconds: (performance.now() - began) / 1000 };
}
