/**
 * What a read costs on one core, beside the same answers hand-written in Express and pg. Real PostgreSQL with 40,000 anime, 200,000
 * titles, 500,000 episodes; every server in a process of its own, tied with its threads to one core, the client to another; 2,000
 * rotating targets; the runs of all servers are interleaved.
 *
 *     TEST_DATABASE_URL=postgresql://postgres@127.0.0.1/postgres npm run bench:read -- [--seconds 4] [--rounds 3] [--connections 32]
 *         [--scenario 'list,fields,nextEpisode,one,episodes,releases,externalId,100 ids,changes'] [--drop] [--json]
 *
 * The URL is an administrator's; without it, and without DATABASE_URL, a PostgreSQL is started for the run. On a machine that does
 * other things ratios and CPU hold, milliseconds do not.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startPostgres } from '../test/support/startPostgres.ts';
import { canPin } from './read/cores.ts';
import { createCredentials } from './read/createCredentials.ts';
import { hasWrk, type LoadRequest } from './read/loadClient.ts';
import { Measurements, type Subject } from './read/measurements.ts';
import { prepareDatabase } from './read/prepareDatabase.ts';
import { assertSameAnswers, repeats, rotations, SCENARIOS, type Scenario } from './read/scenarios.ts';
import { type BenchServer, startServer } from './read/startServer.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '32' },
    scenario: { type: 'string', default: SCENARIOS.join(',') },
    drop: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

const HAND_WRITTEN = 'hand-written';
/** Requests a second beside the baseline's. */
const GOALS: Record<Scenario, Readonly<Record<string, number>>> = {
  list: { held: 3, 'not held': 0.95, '304': 2.3 },
  fields: { held: 1.5, '304': 1.5 },
  nextEpisode: { held: 1.5, '304': 1.5 },
  one: { held: 1.8, 'not held': 1, '304': 2.3 },
  episodes: { held: 1.8, 'not held': 1, '304': 2.3 },
  releases: { held: 1.3, 'not held': 1, '304': 2.3 },
  externalId: { held: 1.5, '304': 1.5 },
  '100 ids': { held: 1.5, '304': 1.5 },
  changes: { held: 1.5, '304': 1.5 },
};
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
  seconds: Number(options.seconds),
  rounds: Number(options.rounds),
  connections: Number(options.connections),
});

const servers: BenchServer[] = [];
const start = async (server: Promise<BenchServer>): Promise<BenchServer> => {
  const running = await server;
  servers.push(running);
  return running;
};
const report: Record<string, object> = {};
try {
  await measure(SCENARIOS.filter((name) => options.scenario.split(',').includes(name)));
} finally {
  for (const server of servers) server.stop();
  await monitor.end();
  rmSync(folder, { recursive: true });
  if (options.drop) await database.drop();
  await postgres?.stop();
}
if (options.json) process.stdout.write(`${JSON.stringify(report)}\n`);

async function measure(scenarios: readonly Scenario[]): Promise<void> {
  const environment = { DATABASE_URL: database.url };
  const catalog = async (bytes: number) =>
    start(startServer(`catalog ${bytes}`, 'catalog.ts', { ...environment, CACHE_BYTES: String(bytes) }));
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
    report[scenario] = await measurements.compare(scenario, HAND_WRITTEN, [
      subject('held', held, ours),
      subject('with a key', held, authorized(ours, credentials.key)),
      subject('with a token', held, authorized(ours, credentials.token)),
      subject('beyond', beyond, ours),
      subject('304', held, await repeats(held, ours)),
      subject('not held', notHeld, ours),
      subject(HAND_WRITTEN, handwritten, theirs),
    ]);
  }
}

function authorized(requests: readonly LoadRequest[], authorization: string): LoadRequest[] {
  return requests.map((request) => ({ ...request, authorization }));
}
