/**
 * What deleting old deliveries costs: rows a second, dead rows left behind, and what readers notice. The table holds `--rows`
 * deliveries that ended longer ago than they are kept and a tenth as many that are kept, of a hundred webhooks. The process that
 * prunes is one of its own, as where roles are parted; it is watched for `--seconds`.
 *
 *     npm run bench:pruning -- [--rows 10000000] [--seconds 60] [--json]
 *
 * PostgreSQL: TEST_DATABASE_URL, the URL of a superuser; without it a server is started for the run.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { freePort } from '../test/support/freePort.ts';
import { startCatalog } from '../test/support/startCatalog.ts';
import { openTarget } from './import/openTarget.ts';
import { watchReads } from './import/watchReads.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000000' },
    seconds: { type: 'string', default: '60' },
    json: { type: 'boolean', default: false },
  },
});

const WEBHOOKS = 100;
/** Rows of one INSERT. */
const PART = 500_000;

const rows = Number(values.rows);
const seconds = Number(values.seconds);
if (!Number.isInteger(rows) || rows < 1) throw new Error(`--rows must be a whole number from 1, not ${values.rows}`);
if (!(seconds > 0)) throw new Error(`--seconds must be a number above 0, not ${values.seconds}`);

const target = await openTarget('postgresql');
const reader = await startCatalog({
  ...target.variables,
  ROLES: 'rest,graph',
  SAMPLE_DATA: 'on',
  SEARCH: 'off',
  DUMP: 'off',
  QUOTA_ANONYMOUS: '1000000',
  QUOTA_CREDENTIALED: '2000000',
});
const client = new pg.Client({ connectionString: target.variables.DATABASE_URL });
await client.connect();
try {
  await fill();
  const calm = await watched(() => sleep(seconds * 1000));
  const before = await standing();
  let pruned = 0;
  const during = await watched(async () => {
    const worker = await startCatalog({
      ...reader.environment,
      ROLES: 'webhooks',
      DUMP: 'off',
      ...(await freePorts()),
    });
    const began = await standing();
    await sleep(seconds * 1000);
    pruned = (await standing()).deleted - began.deleted;
    await worker.stop();
  });
  const after = await standing();
  const figures = {
    rows,
    rowsPerSecond: Math.round(pruned / seconds),
    deadRowsShare: Number((after.dead / Math.max(1, after.live)).toFixed(3)),
    autovacuums: after.vacuums - before.vacuums,
    reads: { calm, during },
  };
  process.stdout.write(`${JSON.stringify(figures, null, values.json ? 0 : 2)}\n`);
} finally {
  await client.end();
  await reader.stop();
  await target.close();
}

/** Both processes have ports of their own. */
async function freePorts(): Promise<Readonly<Record<string, string>>> {
  return { PORT: String(await freePort()), INTERNAL_PORT: String(await freePort()) };
}

async function watched(work: () => Promise<void>) {
  const reads = watchReads(`${reader.publicUrl}/v1/anime?limit=25`, 5);
  const log = watchReads(`${reader.publicUrl}/v1/events?limit=100`, 5);
  await work();
  return { anime: await reads.end(), events: await log.end() };
}

async function fill(): Promise<void> {
  await client.query(`
    WITH owner AS (INSERT INTO application (id, name, owner) VALUES (gen_random_uuid(), 'pruning', 'bench') RETURNING id)
    INSERT INTO subscription (id, application_id, name, url, events, secret, status, start_position)
    SELECT gen_random_uuid(), owner.id, 'pruning', 'https://hooks.example.org/', '{anime.created}', '', 'disabled', 0
    FROM owner, generate_series(1, ${WEBHOOKS})`);
  // Its rows are of no event: nothing of what is measured reads one.
  await client.query('SET session_replication_role = replica');
  for (let done = 0; done < rows; done += PART) await insert(Math.min(PART, rows - done), '31 days');
  for (let done = 0; done < rows / 10; done += PART) await insert(Math.min(PART, rows / 10 - done), '1 day');
  await client.query('VACUUM ANALYZE delivery');
  await client.query('CHECKPOINT');
}

async function insert(count: number, age: string): Promise<void> {
  await client.query(
    `INSERT INTO delivery (id, subscription_id, event_id, event_position, kind, status, attempt, created_at, completed_at,
       first_started_at, first_duration_ms, first_status, first_response_body)
     SELECT gen_random_uuid(), hooks.ids[1 + n % ${WEBHOOKS}], gen_random_uuid(), n, 'anime.created', 'delivered', 1, at, at, at, 12, 200, 'ok'
     FROM (SELECT array_agg(id) AS ids FROM subscription WHERE name = 'pruning') hooks,
       generate_series(1, $1::int) n, LATERAL (SELECT now() - $2::interval - n * interval '1 second' AS at) ended`,
    [count, age],
  );
}

async function standing() {
  await client.query('SELECT pg_stat_clear_snapshot()');
  const { rows: found } = await client.query<{ deleted: number; dead: number; live: number; vacuums: number }>(
    `SELECT n_tup_del::int AS deleted, n_dead_tup::int AS dead, n_live_tup::int AS live, autovacuum_count::int AS vacuums
     FROM pg_stat_user_tables WHERE relname = 'delivery'`,
  );
  if (found[0] === undefined) throw new Error('there are no statistics of the table `delivery`');
  return found[0];
}
