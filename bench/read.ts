/**
 * What a read costs through the whole service, beside (a) bare node:http passing on JSON that PostgreSQL built and (b) the same
 * answers hand-written in Express and pg. Real PostgreSQL with 40,000 anime, 200,000 titles, 500,000 episodes; every server in a
 * process of its own; the runs of all servers are interleaved.
 *
 *     TEST_DATABASE_URL=postgresql://postgres@127.0.0.1/postgres npm run bench:read -- [--seconds 4] [--rounds 3]
 *         [--connections 16] [--scenario list,one,episodes] [--drop] [--json]
 *
 * The URL is an administrator's; without it, and without DATABASE_URL, a PostgreSQL is started for the run.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startPostgres } from '../test/support/startPostgres.ts';
import { cpuTime } from './read/cpuTime.ts';
import { applyLoad, hasWrk, writeRequests } from './read/loadClient.ts';
import { median } from './read/median.ts';
import { prepareDatabase } from './read/prepareDatabase.ts';
import { assertSameAnswers, repeats, rotations, SCENARIOS, type Scenario } from './read/scenarios.ts';
import { type BenchServer, startServer } from './read/startServer.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '16' },
    scenario: { type: 'string', default: SCENARIOS.join(',') },
    drop: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

/** Requests per second against (b), uncached; and for repeat reads answered 304 against (b)'s 200. */
const GOALS: Record<Scenario, number> = { list: 0.85, one: 0.7, episodes: 0.95 };
const REPEAT_GOAL = 1.7;

const SUBJECTS = [
  { name: 'uncached', server: 'uncached', rotation: 'catalog', repeat: false },
  { name: 'cached', server: 'cached', rotation: 'catalog', repeat: false },
  { name: 'repeat, 304', server: 'uncached', rotation: 'catalog', repeat: true },
  { name: '(b) hand-written', server: 'handwritten', rotation: 'handwritten', repeat: false },
  { name: '(a) bare', server: 'bare', rotation: 'bare', repeat: false },
] as const;
type Subject = (typeof SUBJECTS)[number]['name'];

interface Sample {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU time a request, in microseconds; null where /proc does not tell. */
  readonly serverUs: number | null;
  readonly databaseUs: number | null;
  readonly clientUs: number | null;
}

const started = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL;
const postgres = started === undefined ? await startPostgres() : undefined;
const database = await prepareDatabase(started ?? postgres?.url ?? '');
process.stdout.write(`database ${database.reused ? 'reused' : 'filled'}; client ${hasWrk ? 'wrk' : 'Node'}\n`);
const monitor = new pg.Client({ connectionString: database.url });
await monitor.connect();
const folder = mkdtempSync(join(tmpdir(), 'bench-read-'));

const environment = { DATABASE_URL: database.url };
const servers = {
  uncached: await startServer('uncached', 'catalog.ts', { ...environment, CACHE_BYTES: '0' }),
  cached: await startServer('cached', 'catalog.ts', { ...environment, CACHE_BYTES: String(256 * 1024 * 1024) }),
  handwritten: await startServer('handwritten', 'handwritten.ts', environment),
  bare: await startServer('bare', 'bare.ts', environment),
};

async function backends(): Promise<number[]> {
  const { rows } = await monitor.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  return rows.map(({ pid }) => pid);
}

async function measure(server: BenchServer, file: string, seconds: number): Promise<Sample> {
  const pids = await backends();
  const before = { server: cpuTime([server.pid]), database: cpuTime(pids) };
  const figures = await applyLoad({ origin: server.origin, file, seconds, connections: Number(options.connections) });
  const after = { server: cpuTime([server.pid]), database: cpuTime(pids) };
  const each = (used: number | null) => (used === null ? null : used / figures.requests);
  const spent = (from: number | null, to: number | null) => each(from === null || to === null ? null : to - from);
  return {
    requestsPerSecond: figures.requestsPerSecond,
    p50Ms: figures.p50Ms,
    p99Ms: figures.p99Ms,
    serverUs: spent(before.server, after.server),
    databaseUs: spent(before.database, after.database),
    clientUs: each(figures.clientUs),
  };
}

function middle(samples: readonly Sample[]): Sample {
  const of = (key: keyof Sample) => median(samples.flatMap((sample) => sample[key] ?? []));
  return {
    requestsPerSecond: of('requestsPerSecond') ?? Number.NaN,
    p50Ms: of('p50Ms') ?? Number.NaN,
    p99Ms: of('p99Ms') ?? Number.NaN,
    serverUs: of('serverUs'),
    databaseUs: of('databaseUs'),
    clientUs: of('clientUs'),
  };
}

const report: Partial<Record<Scenario, object>> = {};
try {
  const asked = await rotations(servers.uncached);
  for (const scenario of SCENARIOS.filter((name) => options.scenario.split(',').includes(name))) {
    await assertSameAnswers([
      { server: servers.handwritten, requests: asked.handwritten[scenario] },
      { server: servers.uncached, requests: asked.catalog[scenario] },
      { server: servers.cached, requests: asked.catalog[scenario] },
      { server: servers.bare, requests: asked.bare[scenario] },
    ]);
    const runs = await Promise.all(
      SUBJECTS.map(async ({ name, server, rotation, repeat }, index) => {
        const plain = asked[rotation][scenario];
        const requests = repeat ? await repeats(servers.uncached, plain) : plain;
        const file = writeRequests(join(folder, `${scenario}-${index}`), requests);
        return { name, server: servers[server], file, samples: [] as Sample[] };
      }),
    );
    for (const { server, file } of runs) await measure(server, file, 2);
    for (let round = 0; round < Number(options.rounds); round += 1) {
      for (const { server, file, samples } of runs) samples.push(await measure(server, file, Number(options.seconds)));
    }
    report[scenario] = print(scenario, new Map(runs.map(({ name, samples }) => [name, middle(samples)])));
  }
} finally {
  for (const server of Object.values(servers)) server.stop();
  await monitor.end();
  rmSync(folder, { recursive: true });
  if (options.drop) await database.drop();
  await postgres?.stop();
}
if (options.json) process.stdout.write(`${JSON.stringify(report)}\n`);

function print(scenario: Scenario, figures: ReadonlyMap<Subject, Sample>): object {
  const whole = (value: number | null) => (value === null ? '-' : value.toFixed(0)).padStart(8);
  const reference = figures.get('(b) hand-written')?.requestsPerSecond ?? Number.NaN;
  process.stdout.write(
    `\n${scenario.padEnd(18)} requests/s  to (b)    goal  p50 ms  p99 ms  CPU µs: server PostgreSQL  client\n`,
  );
  const rows: Record<string, object> = {};
  for (const [name, sample] of figures) {
    const ratio = sample.requestsPerSecond / reference;
    const goal = name === 'uncached' ? GOALS[scenario] : name === 'repeat, 304' ? REPEAT_GOAL : null;
    const verdict = goal === null ? '        ' : `${goal.toFixed(2).padStart(6)}${ratio >= goal ? ' +' : ' -'}`;
    process.stdout.write(
      `${name.padEnd(18)} ${sample.requestsPerSecond.toFixed(0).padStart(10)}${ratio.toFixed(2).padStart(8)}${verdict}` +
        `${sample.p50Ms.toFixed(2).padStart(8)}${sample.p99Ms.toFixed(2).padStart(8)}       ${whole(sample.serverUs)}   ${whole(sample.databaseUs)}${whole(sample.clientUs)}\n`,
    );
    rows[name] = { ...sample, ratio, ...(goal !== null && { goal }) };
  }
  return rows;
}
