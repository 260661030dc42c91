/**
 * What a second worker (WORKERS=2) brings and takes, beside one process: rate, processor time of a request, how evenly the workers
 * share the load, and memory. PostgreSQL with the data of bench:read; the built program (npm run build), started as `npm start` does,
 * with the quotas counted; the runs are interleaved.
 *
 *     TEST_DATABASE_URL=postgresql://postgres@127.0.0.1/postgres npm run bench:workers -- [--seconds 10] [--rounds 3]
 *         [--connections 32] [--scenario list,one,304] [--elasticsearch URL] [--json]
 *
 * Clients and PostgreSQL run on the same machine. Where they have cores of their own the rates tell the gain; where they take the
 * workers' cores, the processor time does: `possible` is the rate of two workers beside that of one process if two cores had nothing
 * else to do, twice the time of a request in one process by that in two workers, the primary's included. Linux alone tells both.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { childrenOf } from '../test/support/childrenOf.ts';
import { startCatalog } from '../test/support/startCatalog.ts';
import { startPostgres } from '../test/support/startPostgres.ts';
import { until } from '../test/support/until.ts';
import { applyLoad, writeRequests } from './read/loadClient.ts';
import { median } from './read/median.ts';
import { prepareDatabase } from './read/prepareDatabase.ts';
import { cpuTime } from './read/processFigures.ts';
import { repeats, rotations, type Scenario } from './read/scenarios.ts';
import type { BenchServer } from './read/startServer.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '32' },
    scenario: { type: 'string', default: 'list,one,304' },
    elasticsearch: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

const GAIN_GOAL = 1.8;
const MEMORY_GOAL_MB = 150;

interface Program extends BenchServer {
  /** One process, or the workers. */
  readonly workers: readonly number[];
  readonly all: readonly number[];
}

interface Sample {
  readonly requestsPerSecond: number;
  readonly requestUs: number;
  /** The part of the processor time that the primary took. */
  readonly primary: number;
  /** Of the worker that took most of the workers' time. */
  readonly largestShare: number;
}

const started = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL;
const postgres = started === undefined ? await startPostgres() : undefined;
const database = await prepareDatabase(started ?? postgres?.url ?? '');
const folder = mkdtempSync(join(tmpdir(), 'bench-workers-'));
const programs: Program[] = [];
const report: Record<string, object> = {};
try {
  for (const workers of [1, 2]) programs.push(await start(workers));
  const [one, two] = programs as [Program, Program];
  const asked = (await rotations(one)).catalog;
  for (const scenario of values.scenario.split(',')) {
    const requests = scenario === '304' ? await repeats(one, asked.list) : asked[scenario as Scenario];
    const file = writeRequests(join(folder, scenario), requests);
    const samples = new Map<Program, Sample[]>([
      [one, []],
      [two, []],
    ]);
    for (const program of programs) await measure(program, file);
    for (let round = 0; round < Number(values.rounds); round += 1) {
      for (const [program, taken] of samples) taken.push(await measure(program, file));
    }
    report[scenario] = tell(scenario, samples.get(one) ?? [], samples.get(two) ?? []);
  }
  report.memory = tellMemory(one, two);
} finally {
  for (const { stop } of programs) stop();
  rmSync(folder, { recursive: true });
  await postgres?.stop();
}
if (values.json) process.stdout.write(`${JSON.stringify(report)}\n`);

async function start(workers: number): Promise<Program> {
  const variables = {
    ...{ DATABASE_URL: database.url, WORKERS: String(workers), NODE_OPTIONS: '--max-semi-space-size=4' },
    ...{ CONNECTIONS_PER_ADDRESS: '0', QUOTA_ANONYMOUS: '9999999', QUOTA_CREDENTIALED: '10000000' },
    ...{ CURSOR_SECRET: 'the cursor secret of the benchmark', SECRETS_KEY: 'the secrets key of the benchmark' },
    ...(values.elasticsearch === undefined ? { SEARCH: 'off' } : { ELASTICSEARCH_URL: values.elasticsearch }),
  };
  const service = await startCatalog(variables, { until: 'livez' });
  const isReady = () =>
    fetch(`${service.internalUrl}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(isReady, 300_000);
  const children = childrenOf(service.pid);
  return {
    name: `${workers}`,
    origin: service.publicUrl,
    pid: service.pid,
    workers: workers === 1 ? [service.pid] : children,
    all: workers === 1 ? [service.pid] : [service.pid, ...children],
    stop: () => void service.stop(),
  };
}

async function measure({ origin, pid, workers, all }: Program, file: string): Promise<Sample> {
  const times = () => new Map(all.map((each) => [each, cpuTime([each]) ?? Number.NaN]));
  const before = times();
  const load = { origin, file, seconds: Number(values.seconds), connections: Number(values.connections) };
  const { requests, requestsPerSecond } = await applyLoad(load);
  const after = times();
  const used = (each: number) => (after.get(each) ?? Number.NaN) - (before.get(each) ?? Number.NaN);
  const sum = (pids: readonly number[]) => pids.reduce((total, each) => total + used(each), 0);
  return {
    requestsPerSecond,
    requestUs: sum(all) / requests,
    primary: workers.includes(pid) ? 0 : used(pid) / sum(all),
    largestShare: Math.max(...workers.map(used)) / sum(workers),
  };
}

function tell(scenario: string, one: readonly Sample[], two: readonly Sample[]): object {
  const of = (samples: readonly Sample[], key: keyof Sample) => median(samples.map((it) => it[key])) ?? Number.NaN;
  const [oneUs, twoUs] = [of(one, 'requestUs'), of(two, 'requestUs')];
  const rates = [of(one, 'requestsPerSecond'), of(two, 'requestsPerSecond')];
  const possible = (2 * oneUs) / twoUs;
  const [primary, largestShare] = [of(two, 'primary'), of(two, 'largestShare')];
  const percent = (part: number) => `${(100 * part).toFixed(0)} %`;
  process.stdout.write(
    `${scenario.padEnd(6)} one process ${rates[0]?.toFixed(0)} req/s of ${oneUs.toFixed(0)} us; two workers ${rates[1]?.toFixed(0)} req/s ` +
      `of ${twoUs.toFixed(0)} us, ${percent(primary)} of them the primary's, ${percent(largestShare)} of the rest one worker's\n` +
      `       possible ${possible.toFixed(2)}, goal ${GAIN_GOAL} ${possible >= GAIN_GOAL ? '+' : '-'}\n`,
  );
  return { rates, requestUs: [oneUs, twoUs], primary, largestShare, possible };
}

function tellMemory(one: Program, two: Program): object {
  const single = ownMegabytes(one.pid);
  const workers = two.workers.map(ownMegabytes);
  const primary = ownMegabytes(two.pid);
  const further = workers[1] ?? Number.NaN;
  process.stdout.write(
    `memory of its own: one process ${single.toFixed(0)} MB; workers ${workers.map((it) => it.toFixed(0)).join(', ')} MB, ` +
      `primary ${primary.toFixed(0)} MB; a further worker ${further.toFixed(0)} MB, goal ${MEMORY_GOAL_MB} ${further <= MEMORY_GOAL_MB ? '+' : '-'}\n`,
  );
  return { single, workers, primary };
}

/** What the process has beside what it shares with the others, such as the file of Node, in megabytes. */
function ownMegabytes(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return (
    [...text.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB$/gm)].reduce((sum, [, kB]) => sum + Number(kB), 0) / 1000
  );
}
