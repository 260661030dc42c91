/**
 * What a whole search costs: `GET /v1/search` of the built program (npm run build) over PostgreSQL and the index in memory, beside a
 * bare HTTP server that answers the ids of the same index. Each is tied with its threads to one core, the client to another; the
 * queries are the kinds of the relevance suite, each a fresh one; the runs are interleaved.
 *
 *     CATALOG_FILE=catalog.ndjson.gz npm run bench:search-calls -- [--seconds 5] [--rounds 3] [--connections 32] [--per-kind 100] [--json]
 *
 * PostgreSQL: TEST_DATABASE_URL, the URL of a superuser; without it a server is started for the run.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { runCatalog } from '../test/support/runCatalog.ts';
import { startCatalog } from '../test/support/startCatalog.ts';
import { openTarget } from './import/openTarget.ts';
import { pin, SERVER_CORE } from './read/cores.ts';
import { Measurements } from './read/measurements.ts';
import { shuffled } from './read/scenarios.ts';
import { startServer } from './read/startServer.ts';
import { catalogFile, readCatalog } from './readCatalog.ts';
import { relevanceQueries } from './relevance/queries.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '32' },
    'per-kind': { type: 'string', default: '100' },
    json: { type: 'boolean', default: false },
  },
});
const BARE = 'bare adapter';
const SEED = 1;

const path = catalogFile();
const queries = [
  ...new Set(relevanceQueries(await readCatalog(path), Number(options['per-kind']), SEED).map(({ q }) => q)),
];
const requests = shuffled(queries.length).map((at) => ({
  path: `/v1/search?q=${encodeURIComponent(queries[at] as string)}`,
}));
const folder = mkdtempSync(join(tmpdir(), 'bench-search-calls-'));
const target = await openTarget('postgresql');
const monitor = new pg.Client({ connectionString: target.variables.DATABASE_URL });
await monitor.connect();
const quotas = { QUOTA_ANONYMOUS: '999999', QUOTA_CREDENTIALED: '1000000' };
const service = await startCatalog({ ...target.variables, ...quotas, NODE_ENV: 'development' });
const bare = await startServer(BARE, 'bareSearch.ts', {});
try {
  const { status, stderr } = await runCatalog(['import', path], { environment: service.environment });
  if (status !== 0) throw new Error(`catalog import ended with ${status}: ${stderr}`);
  pin(service.pid, SERVER_CORE);
  const measurements = new Measurements({
    folder,
    backends: async () => {
      const sql = 'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
      return (await monitor.query<{ pid: number }>(sql)).rows.map(({ pid }) => pid);
    },
    seconds: Number(options.seconds),
    rounds: Number(options.rounds),
    warmUps: 1,
    connections: Number(options.connections),
  });
  const program = { name: '/v1/search', origin: service.publicUrl, pid: service.pid, stop: () => {} };
  const report = await measurements.compare('search', BARE, [
    { name: program.name, server: program, requests },
    { name: BARE, server: bare, requests },
  ]);
  process.stdout.write(`${requests.length} queries\n`);
  if (options.json) process.stdout.write(`${JSON.stringify(report)}\n`);
} finally {
  bare.stop();
  await service.stop();
  await monitor.end();
  await target.close();
  rmSync(folder, { recursive: true });
}
