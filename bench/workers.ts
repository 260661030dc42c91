/**
 * What a second worker (WORKERS=2) brings and takes, beside one process: rate, processor time of a request, how evenly the workers
 * share the load, and memory. PostgreSQL with the data of bench:read; the built program (npm run build), started as `npm start` does,
 * with the quotas counted; the runs are interleaved, and each process has answered as many requests before them.
 *
 *     TEST_DATABASE_URL=postgresql://postgres@127.0.0.1/postgres npm run bench:workers -- [--seconds 10] [--rounds 3]
 *         [--connections 32] [--scenario list,one,304] [--elasticsearch URL] [--json]
 *
 * With --elasticsearch there is the scenario `search` too.
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
import { applyLoad, type LoadRequest, writeRequests } from './read/loadClient.ts';
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
    scenario: { type: 'string' },
    elasticsearch: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

const GAIN_GOAL = 1.8;
const MEMORY_GOAL_MB = 150;
/** Of each process before a scenario is measured: three times the requests that rotate, or more. */
const WARM_REQUESTS = 6_000;
/**
 * Lists whose representations fit into a worker's cache together. Of more, one process finds none: it has dropped the least recently used when
 * their turn comes again. Two workers, to whom they come in no order, find most.
 */
const CACHED_LISTS = 400;
/** How many titles are searched for. */
const SEARCHES = 2_000;

interface Program extends BenchServer {
  readonly internalUrl: string;
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
  if (values.elasticsearch !== undefined) await untilIndexed(one);
  report.start = tellMemory('before the first request', one, two);
  const { catalog } = await rotations(one);
  const asked = { ...catalog, list: catalog.list.slice(0, CACHED_LISTS) };
  for (const scenario of scenarios()) {
    const requests = await requestsOf(scenario, one, asked);
    const file = writeRequests(join(folder, scenario), requests);
    const samples = new Map<Program, Sample[]>([
      [one, []],
      [two, []],
    ]);
    for (const program of programs) await warm(program, file);
    for (let round = 0; round < Number(values.rounds); round += 1) {
      for (const [program, taken] of samples) taken.push(await measure(program, file));
    }
    report[scenario] = tell(scenario, samples.get(one) ?? [], samples.get(two) ?? []);
  }
  report.memory = tellMemory('after the load', one, two);
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
    internalUrl: service.internalUrl,
    pid: service.pid,
    workers: workers === 1 ? [service.pid] : children,
    all: workers === 1 ? [service.pid] : [service.pid, ...children],
    stop: () => void service.stop(),
  };
}

function scenarios(): string[] {
  const all = ['list', 'one', '304', ...(values.elasticsearch === undefined ? [] : ['search'])];
  return values.scenario?.split(',') ?? all;
}

async function requestsOf(
  scenario: string,
  one: Program,
  asked: Readonly<Record<Scenario, LoadRequest[]>>,
): Promise<LoadRequest[]> {
  if (scenario === '304') return await repeats(one, asked.list);
  if (scenario === 'search') return await searches(one);
  return asked[scenario as Scenario];
}

/** To build the index takes one process's time, and none of the workers'. */
async function untilIndexed({ origin }: Program): Promise<void> {
  await until(async () => (await fetch(`${origin}/v1/search?q=title`)).ok, 600_000);
}

/** Searches for titles. */
async function searches({ origin }: Program): Promise<LoadRequest[]> {
  const paths: string[] = [];
  for (let after = ''; paths.length < SEARCHES; ) {
    const page = await fetch(`${origin}/v1/anime?limit=100${after}`);
    const { items, page: next } = (await page.json()) as {
      readonly items: readonly { readonly title: string }[];
      readonly page: { readonly nextCursor: string };
    };
    paths.push(...items.map(({ title }) => `/v1/search?q=${encodeURIComponent(title)}`));
    after = `&after=${next.nextCursor}`;
  }
  return paths.map((path) => ({ path }));
}

/** Until each process has answered WARM_REQUESTS of these: one that is cold takes several times as long for a request. */
async function warm(program: Program, file: string): Promise<void> {
  const before = await countAnswered(program);
  for (;;) {
    await load(program, file, 1);
    const now = await countAnswered(program);
    if (now.every((count, process) => count - (before[process] ?? 0) >= WARM_REQUESTS)) return;
  }
}

/** Requests that each process has answered. */
async function countAnswered({ internalUrl, workers }: Program): Promise<number[]> {
  const text = await (await fetch(`${internalUrl}/metrics`)).text();
  const name = workers.length === 1 ? 'anime_catalog_http' : 'anime_catalog_worker_http';
  return workers.map((_, process) => {
    const worker = workers.length === 1 ? '' : `worker="${process + 1}",`;
    const series = new RegExp(
      `^${name}_request_duration_seconds_count\\{${worker}listener="public".*\\} (\\d+)$`,
      'gm',
    );
    return [...text.matchAll(series)].reduce((sum, [, count]) => sum + Number(count), 0);
  });
}

function load({ origin }: Program, file: string, seconds: number) {
  return applyLoad({ origin, file, seconds, connections: Number(values.connections) });
}

async function measure(program: Program, file: string): Promise<Sample> {
  const { pid, workers, all } = program;
  const times = () => new Map(all.map((each) => [each, cpuTime([each]) ?? Number.NaN]));
  const before = times();
  const { requests, requestsPerSecond } = await load(program, file, Number(values.seconds));
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

function tellMemory(when: string, one: Program, two: Program): object {
  const [single, primary] = [memoryOf(one.pid), memoryOf(two.pid)];
  const workers = two.workers.map(memoryOf);
  const further = workers[1] as Memory;
  const rows = [
    ['one process', single],
    ['primary', primary],
    ['leader', workers[0]],
    ['further', further],
  ] as const;
  const text = rows.map(([name, memory]) => `${name} ${Object.values(memory as Memory).join(' / ')}`).join(', ');
  process.stdout.write(
    `memory ${when}, proportional / of its own / resident, in MB: ${text}\n` +
      `       a further worker ${further.proportional} MB, goal ${MEMORY_GOAL_MB} ${further.proportional <= MEMORY_GOAL_MB ? '+' : '-'}\n`,
  );
  return { single, workers, primary };
}

/** In megabytes. */
interface Memory {
  /** With its part of what it shares with other processes, such as the file of Node. */
  readonly proportional: number;
  /** Without what it shares. */
  readonly own: number;
  readonly resident: number;
}

function memoryOf(pid: number): Memory {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const sum = (name: string) => {
    const found = [...text.matchAll(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'gm'))];
    return Math.round(found.reduce((total, [, kB]) => total + Number(kB), 0) / 1000);
  };
  return { proportional: sum('Pss'), own: sum('Private_(?:Clean|Dirty)'), resident: sum('Rss') };
}
