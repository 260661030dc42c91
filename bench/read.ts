/**
 * What a read costs on one core, beside the same answers hand-written in Express and pg, and a page of the internal graph beside
 * PostGraphile's. Real PostgreSQL with 40,000 anime, 200,000 titles, 500,000 episodes; every server in a process of its own, tied with
 * its threads to one core, the client to another; 2,000 rotating targets; the runs of all servers are interleaved.
 *
 *     TEST_DATABASE_URL=postgresql://postgres@127.0.0.1/postgres npm run bench:read -- [--seconds 4] [--rounds 3] [--warm-ups 1]
 *         [--connections 32] [--scenario 'list,fields,nextEpisode,100 nextEpisode,one,one nextEpisode,episodes,releases,externalId,100 externalIds,100 ids,changes,deep changes,graphql,start'] [--traces] [--drop] [--json]
 *
 * The URL is an administrator's; without it, and without DATABASE_URL, a PostgreSQL is started for the run. `graphql` installs
 * PostGraphile into a temporary folder; `start` runs the built program (npm run build). With `--traces` each process is compared
 * with itself as 1 % of the requests are traced, and sent to a receiver on the client's side, in 15 rounds of one second after as many that
 * do not count. What its turns without traces differ by is printed as the noise. On a machine that does other things ratios and CPU
 * hold, milliseconds do not.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startPostgres } from '../test/support/startPostgres.ts';
import { startTraceReceiver } from '../test/support/startTraceReceiver.ts';
import { canPin } from './read/cores.ts';
import { createCredentials } from './read/createCredentials.ts';
import { measureFirstSeconds } from './read/firstSeconds.ts';
import { assertSamePages, graphqlPages, ownDialect, postgraphileDialect } from './read/graphqlPages.ts';
import { hasWrk, type LoadRequest } from './read/loadClient.ts';
import { Measurements, type Subject } from './read/measurements.ts';
import { prepareDatabase } from './read/prepareDatabase.ts';
import { assertSameAnswers, repeats, rotations, SCENARIOS, type Scenario } from './read/scenarios.ts';
import { startPostgraphile } from './read/startPostgraphile.ts';
import { type BenchServer, startServer } from './read/startServer.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string' },
    rounds: { type: 'string' },
    'warm-ups': { type: 'string' },
    connections: { type: 'string', default: '32' },
    scenario: { type: 'string', default: [...SCENARIOS, 'graphql', 'start'].join(',') },
    traces: { type: 'boolean', default: false },
    drop: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

/** What differs by a few per cent shows in many short turns alone: the speed of a machine changes within seconds. */
const turns = options.traces ? { seconds: 1, rounds: 15, warmUps: 15 } : { seconds: 4, rounds: 3, warmUps: 1 };
const HAND_WRITTEN = 'hand-written';
/** The most that traces may cost, in per cent. */
const TRACES_GOAL = 5;
/** Requests a second beside the baseline's. */
const GOALS: Record<Scenario, Readonly<Record<string, number>>> = {
  list: { held: 3, 'not held': 0.95, '304': 2.3 },
  fields: { held: 1.5, '304': 1.5 },
  nextEpisode: { held: 1.5, '304': 1.5 },
  '100 nextEpisode': { held: 1.5, '304': 1.5 },
  one: { held: 1.8, 'not held': 1, '304': 2.3 },
  'one nextEpisode': { held: 1.5, '304': 1.5 },
  episodes: { held: 1.8, 'not held': 1, '304': 2.3 },
  releases: { held: 1.3, 'not held': 1, '304': 2.3 },
  externalId: { held: 1.5, '304': 1.5 },
  '100 externalIds': { held: 1.5, '304': 1.5 },
  '100 ids': { held: 1.5, '304': 1.5 },
  changes: { held: 1.5, '304': 1.5 },
  'deep changes': { held: 1.5, '304': 1.5 },
};
const GRAPHQL_GOAL = 1;
/** The service's default, and a cache that holds less than the targets show. */
const CACHES = { held: 64_000_000, beyond: 8_000_000, 'not held': 0 } as const;

const started = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL;
const postgres = started === undefined ? await startPostgres() : undefined;
const database = await prepareDatabase(started ?? postgres?.url ?? '');
process.stdout.write(
  `database ${database.reused ? 'reused' : 'filled'}; client ${hasWrk ? 'wrk' : 'Node'}; ${canPin ? 'tied to cores' : 'NOT tied to cores'}\n`,
);
const monitor = new pg.Client({ connectionString: database.url });
await monitor.connect();
const folder = mkdtempSync(join(tmpdir(), 'bench-read-'));
const measurements = new Measurements({
  folder,
  backends: async () => {
    const { rows } = await monitor.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    return rows.map(({ pid }) => pid);
  },
  seconds: Number(options.seconds ?? turns.seconds),
  rounds: Number(options.rounds ?? turns.rounds),
  warmUps: Number(options['warm-ups'] ?? turns.warmUps),
  connections: Number(options.connections),
});

const servers: BenchServer[] = [];
const start = async (server: Promise<BenchServer>): Promise<BenchServer> => {
  const running = await server;
  servers.push(running);
  return running;
};
const wanted = options.scenario.split(',');
const report: Record<string, object> = {};
try {
  const scenarios = SCENARIOS.filter((name) => wanted.includes(name));
  if (scenarios.length > 0) await measureRest(scenarios);
  if (wanted.includes('graphql')) await measureGraphql();
  if (wanted.includes('start')) report.start = await measureFirstSeconds(database.url, folder);
} finally {
  for (const server of servers) server.stop();
  await monitor.end();
  rmSync(folder, { recursive: true });
  if (options.drop) await database.drop();
  await postgres?.stop();
}
if (options.json) process.stdout.write(`${JSON.stringify(report)}\n`);

async function measureRest(scenarios: readonly Scenario[]): Promise<void> {
  const environment = { DATABASE_URL: database.url };
  const receiver = options.traces ? await startTraceReceiver() : null;
  const sampled = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.01' };
  const traces = receiver === null ? {} : { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, ...sampled };
  const catalog = async (bytes: number) =>
    start(startServer(`catalog ${bytes}`, 'catalog.ts', { ...environment, CACHE_BYTES: String(bytes), ...traces }));
  const held = await catalog(CACHES.held);
  const beyond = await catalog(CACHES.beyond);
  const notHeld = await catalog(CACHES['not held']);
  const handwritten = await start(startServer(HAND_WRITTEN, 'handwritten.ts', environment));
  const asked = await rotations(notHeld);
  const credentials = await createCredentials(database.url);
  for (const scenario of scenarios) {
    const ours = asked.catalog[scenario];
    const theirs = asked.handwritten[scenario];
    if (scenario !== 'releases') {
      const all = [held, beyond, notHeld].map((server) => ({ server, requests: ours }));
      await assertSameAnswers([{ server: handwritten, requests: theirs }, ...all]);
    }
    const subject = (name: string, server: BenchServer, requests: readonly LoadRequest[]): Subject => {
      const goal = GOALS[scenario][name];
      return { name, server, requests, ...(goal !== undefined && { goal }) };
    };
    // Processes that differ in nothing differ by more than traces cost: each is compared with itself.
    const compared = (name: string, server: BenchServer, requests: readonly LoadRequest[]): Subject[] => [
      { ...subject(name, server, requests), traced: false },
      { ...subject(`${name}, again`, server, requests), traced: false },
      { ...subject(`${name}, traced`, server, requests), traced: true },
    ];
    const rows = await measurements.compare(scenario, HAND_WRITTEN, [
      ...(options.traces
        ? [...compared('held', held, ours), ...compared('not held', notHeld, ours)]
        : [
            subject('held', held, ours),
            subject('with a key', held, authorized(ours, credentials.key)),
            subject('with a token', held, authorized(ours, credentials.token)),
            subject('beyond', beyond, ours),
            subject('304', held, await repeats(held, ours)),
            subject('not held', notHeld, ours),
          ]),
      subject(HAND_WRITTEN, handwritten, theirs),
    ]);
    report[scenario] = rows;
    const usOf = (name: string) => rows[name]?.serverUs ?? Number.NaN;
    for (const name of options.traces ? ['held', 'not held'] : []) {
      tellTraces(name, usOf(name), usOf(`${name}, again`), usOf(`${name}, traced`));
    }
  }
  for (const server of servers.splice(0)) server.stop();
  await receiver?.close();
}

/** Processor time of a request of one process: in two series of turns without traces, and in one with. */
function tellTraces(name: string, one: number, other: number, traced: number): void {
  const without = (one + other) / 2;
  const percent = (us: number) => (100 * us) / without;
  const cost = percent(traced - without);
  const noise = Math.abs(percent(one - other));
  const verdict = Math.abs(cost) <= noise ? 'within it: this run shows no difference' : 'beyond it';
  process.stdout.write(
    `${name}: traces cost ${cost.toFixed(1)} % of processor time (goal ${TRACES_GOAL}); two series without differ by ` +
      `${noise.toFixed(1)} %, ${verdict}\n`,
  );
}

function authorized(requests: readonly LoadRequest[], authorization: string): LoadRequest[] {
  return requests.map((request) => ({ ...request, authorization }));
}

async function measureGraphql(): Promise<void> {
  const own = await start(startServer('graphql', 'graphql.ts', { DATABASE_URL: database.url }));
  const theirs = await start(startPostgraphile(join(folder, 'postgraphile'), database.url));
  const ownPages = await graphqlPages(own, ownDialect);
  const theirPages = await graphqlPages(theirs, postgraphileDialect);
  assertSamePages(ownPages.sample, theirPages.sample);
  report.graphql = await measurements.compare('graphql', 'PostGraphile', [
    { name: 'graphql', server: own, requests: ownPages.requests, goal: GRAPHQL_GOAL },
    { name: 'PostGraphile', server: theirs, requests: theirPages.requests },
  ]);
}
