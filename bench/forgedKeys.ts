/**
 * What well-formed keys that nobody was given cost when one address makes them up: a million by default, each of another id and with a
 * right checksum. Counts the readings of the table of keys by PostgreSQL's own statistics, which may be a quota in a window of 60 s.
 *
 *     npm run bench:forged-keys -- [--keys 1000000] [--json]
 *
 * Without DATABASE_URL a PostgreSQL is started for the run.
 */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { Pool } from 'undici';
import { generateApiKey } from '../src/graph/application/apiKeyText.ts';
import { usageOf } from '../test/support/runCatalog.ts';
import { startCatalog } from '../test/support/startCatalog.ts';
import { startPostgres } from '../test/support/startPostgres.ts';

const { values: options } = parseArgs({
  options: { keys: { type: 'string', default: '1000000' }, json: { type: 'boolean', default: false } },
});
const keys = Number(options.keys);
const QUOTA = 60;
const WINDOW_S = 60;
const CONNECTIONS = 64;

const postgres = process.env.DATABASE_URL === undefined ? await startPostgres() : undefined;
const url = process.env.DATABASE_URL ?? postgres?.url ?? '';
const service = await startCatalog({
  DATABASE_URL: url,
  SEARCH: 'off',
  LOG_LEVEL: 'fatal',
  QUOTA_ANONYMOUS: String(QUOTA),
  QUOTA_ADDRESS: '1000000000',
});
const client = new pg.Client({ connectionString: url });
await client.connect();
const pool = new Pool(service.publicUrl, { connections: CONNECTIONS, pipelining: 1 });
try {
  const before = await readings();
  const began = performance.now();
  const statuses = new Map<number, number>();
  let sent = 0;
  const sender = async (): Promise<void> => {
    while (sent < keys) {
      sent += 1;
      const headers = { authorization: `Bearer ${generateApiKey().text}` };
      const { statusCode, body } = await pool.request({ method: 'GET', path: '/v1/anime', headers });
      await body.dump();
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, sender));
  const seconds = (performance.now() - began) / 1000;
  const windows = Math.ceil(seconds / WINDOW_S);
  const reads = (await readings()) - before;
  const memoryMb = (usageOf(service.pid)?.peakMemory ?? Number.NaN) / 1e6;
  const told = [...statuses].sort().map(([status, count]) => `${count} × ${status}`);
  console.log(`${keys} keys in ${seconds.toFixed(0)} s (${(keys / seconds).toFixed(0)}/s): ${told.join(', ')}`);
  console.log(
    `readings of api_key: ${reads} in ${windows} windows (at most ${QUOTA * windows}); peak memory ${memoryMb.toFixed(0)} MB`,
  );
  if (options.json) {
    const figures = { keys, seconds, windows, reads, allowed: QUOTA * windows, memoryMb };
    console.log(JSON.stringify({ ...figures, statuses: Object.fromEntries(statuses) }));
  }
} finally {
  await pool.close();
  await service.stop();
  await client.end();
  await postgres?.stop();
}

/** Scans of the table so far. Sessions report theirs at the latest a second after they became idle. */
async function readings(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const { rows } = await client.query<{ scans: string }>(
    `SELECT seq_scan + coalesce(idx_scan, 0) AS scans FROM pg_stat_user_tables WHERE relname = 'api_key'`,
  );
  return Number(rows[0]?.scans);
}
