/**
 * What the retention costs: rows a second, dead rows left behind, and what readers notice. For each rule its table holds
 * `--rows` rows that are older than they are kept and a tenth as many that are kept. The process that removes is one of
 * its own, as where roles are parted; it is watched for `--seconds`, or until all are removed.
 *
 *     npm run bench:pruning -- [--rows 10000000] [--seconds 60] [--rules deliveries,events] [--json]
 *
 * Rules: deliveries, audit-events, proposals, tombstones, events; default: all. PostgreSQL: TEST_DATABASE_URL, the URL of a
 * superuser; without it a server is started for the run.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { freePort } from '../test/support/freePort.ts';
import { startCatalog } from '../test/support/startCatalog.ts';
import { openTarget } from './import/openTarget.ts';
import { watchReads } from './import/watchReads.ts';

/** How the table of a rule is filled. */
interface Filling {
  readonly variable: string;
  readonly table: string;
  /** Rows; $1: how many, $2: of what age, $3: how many there are of the rule. */
  readonly insert: string;
}

const WEBHOOKS = 100;
/** Rows of one INSERT. */
const PART = 500_000;
/** Of a publication. */
const EVENTS = 100;

const AT = `LATERAL (SELECT now() - $2::interval - ($1::int - n) * interval '1 millisecond' AS at) ended`;

const fillings: Readonly<Record<string, Filling>> = {
  deliveries: {
    variable: 'WEBHOOK_RETENTION_DAYS',
    table: 'delivery',
    insert: `
      INSERT INTO delivery (id, subscription_id, event_id, event_position, kind, status, attempt, created_at, completed_at,
        first_started_at, first_duration_ms, first_status, first_response_body)
      SELECT gen_random_uuid(), hooks.ids[1 + n % ${WEBHOOKS}], gen_random_uuid(), $3 + n, 'anime.created', 'delivered', 1, at, at, at, 12, 200, 'ok'
      FROM (SELECT array_agg(id) AS ids FROM subscription WHERE name = 'pruning') hooks, generate_series(1, $1::int) n, ${AT}`,
  },
  'audit-events': {
    variable: 'AUDIT_RETENTION_DAYS',
    table: 'audit_event',
    insert: `
      INSERT INTO audit_event (id, at, kind, outcome, actor, object)
      SELECT gen_random_uuid(), at, 'createApiKey', 'done', 'tool:bench' || n % 100, ($3 + n)::text FROM generate_series(1, $1::int) n, ${AT}`,
  },
  proposals: {
    variable: 'PROPOSAL_RETENTION_DAYS',
    table: 'proposal',
    insert: `
      INSERT INTO proposal (id, type, source, source_id, record, reason, candidates, status, decided_at)
      SELECT gen_random_uuid(), 'anime', 'pruning', ($3 + n)::text, json_build_object('type', 'anime', 'synopsis', repeat(md5(n::text), 10))::jsonb,
        'review_requested', '{}', 'approved', at FROM generate_series(1, $1::int) n, ${AT}`,
  },
  tombstones: {
    variable: 'TOMBSTONE_RETENTION_DAYS',
    table: 'anime_tombstone',
    insert: `
      INSERT INTO anime_tombstone (anime_id, version, changed_in)
      SELECT gen_random_uuid(), microseconds(at), 3 FROM generate_series(1, $1::int) n, ${AT} WHERE $3::int >= 0`,
  },
  // The last of all: it stands at the head of the log.
  events: {
    variable: 'EVENT_RETENTION_DAYS',
    table: 'event',
    insert: `
      WITH head AS (UPDATE publication_head SET position = position + $1::int WHERE $3::int >= 0 RETURNING position - $1::int AS position),
      made AS (
        SELECT n, head.position + n AS position, at, (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3)
          || '8' || substr(md5(($3::int + n)::text || 'x'), 1, 15))::uuid AS id, ('00000000-0000-7000-8000-' || lpad(to_hex(head.position + n - (n - 1) % ${EVENTS}), 12, '0'))::uuid AS publication
        FROM head, generate_series(1, $1::int) n, ${AT}
      ), published AS (
        INSERT INTO publication (id, kind, actor, created_at) SELECT publication, 'import', 'bench', min(at) FROM made GROUP BY publication
      )
      INSERT INTO event (position, id, publication_id, kind, anime_id, revision, payload, occurred_at)
      SELECT position, id, publication, 'anime.updated', gen_random_uuid(), 1,
        (SELECT string_agg(md5(position::text || part), '') FROM generate_series(1, 30) part), at FROM made`,
  },
};
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000000' },
    seconds: { type: 'string', default: '60' },
    rules: { type: 'string', default: Object.keys(fillings).join() },
    json: { type: 'boolean', default: false },
  },
});

const rows = Number(values.rows);
const seconds = Number(values.seconds);
if (!Number.isInteger(rows) || rows < 1) throw new Error(`--rows must be a whole number from 1, not ${values.rows}`);
if (!(seconds > 0)) throw new Error(`--seconds must be a number above 0, not ${values.seconds}`);

const wanted = Object.entries(fillings).filter(([rule]) => values.rules.split(',').includes(rule));
if (wanted.length !== values.rules.split(',').length)
  throw new Error(`--rules are some of ${Object.keys(fillings).join()}`);

const FOR_EVER = Object.fromEntries(Object.values(fillings).map(({ variable }) => [variable, '0']));

const target = await openTarget('postgresql');
const reader = await startCatalog({
  ...target.variables,
  ...FOR_EVER,
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
  // What is filled in is of no event, anime or source, and no webhook has a place: nothing that is measured reads one.
  await client.query('SET session_replication_role = replica');
  await client.query(`
    WITH owner AS (INSERT INTO application (id, name, owner) VALUES (gen_random_uuid(), 'pruning', 'bench') RETURNING id)
    INSERT INTO subscription (id, application_id, name, url, events, secret, status, start_position)
    SELECT gen_random_uuid(), owner.id, 'pruning', 'https://hooks.example.org/', '{anime.created}', '', 'enabled', 0
    FROM owner, generate_series(1, ${WEBHOOKS})`);
  for (const [rule, filling] of wanted) {
    const figures = { rule, rows, ...(await measure(filling)) };
    process.stdout.write(`${JSON.stringify(figures, null, values.json ? 0 : 2)}\n`);
  }
} finally {
  await client.end();
  await reader.stop();
  await target.close();
}

async function measure(filling: Filling) {
  const { table, variable } = filling;
  await fill(filling);
  const { rows: places } = await client.query<{ position: string }>('SELECT position::text FROM publication_head');
  // What is kept: the others are gone in the midst.
  const after = Math.max(0, Number(places[0]?.position) - 100);
  const calm = await watched(after, () => sleep(Math.min(seconds, 30) * 1000));
  const before = await standing(table);
  let rowsPerSecond = 0;
  const during = await watched(after, async () => {
    const worker = await startCatalog({
      ...reader.environment,
      ...FOR_EVER,
      [variable]: '30',
      ROLES: 'webhooks',
      ...(await freePorts()),
    });
    rowsPerSecond = await pace(table);
    await worker.stop();
  });
  const end = await standing(table);
  const figures = {
    rowsPerSecond,
    removed: end.deleted - before.deleted,
    deadRowsShare: Number((end.dead / Math.max(1, end.live)).toFixed(3)),
    autovacuums: end.vacuums - before.vacuums,
    reads: { calm, during },
  };
  if (table !== 'event') await client.query(`TRUNCATE ${table} CASCADE`);
  return figures;
}

/** Rows removed a second, until `--seconds` have passed or no more go. */
async function pace(table: string): Promise<number> {
  const first = await standing(table);
  const began = performance.now();
  let last = { deleted: first.deleted, at: began };
  while (performance.now() - began < seconds * 1000) {
    await sleep(500);
    const { deleted } = await standing(table);
    if (deleted > last.deleted) last = { deleted, at: performance.now() };
    else if (last.at > began && performance.now() - last.at > 3_000) break;
  }
  return Math.round((last.deleted - first.deleted) / Math.max(0.001, (last.at - began) / 1000));
}

/** Both processes have ports of their own. */
async function freePorts(): Promise<Readonly<Record<string, string>>> {
  return { PORT: String(await freePort()), INTERNAL_PORT: String(await freePort()) };
}

async function watched(after: number, work: () => Promise<void>) {
  const reads = watchReads(`${reader.publicUrl}/v1/anime?limit=25`, 5);
  const log = watchReads(`${reader.publicUrl}/v1/events?limit=100&after=${after}`, 5);
  await work();
  return { anime: await reads.end(), events: await log.end() };
}

async function fill({ table, insert }: Filling): Promise<void> {
  let filled = 0;
  for (const [count, age] of [
    [rows, '31 days'],
    [Math.ceil(rows / 10), '1 day'],
  ] as const) {
    for (let done = 0; done < count; done += PART) {
      const part = Math.min(PART, count - done);
      await client.query(insert, [part, age, filled]);
      filled += part;
    }
  }
  await client.query(`VACUUM ANALYZE ${table}`);
  await client.query('CHECKPOINT');
}

async function standing(table: string) {
  await client.query('SELECT pg_stat_clear_snapshot()');
  const { rows: found } = await client.query<{ deleted: number; dead: number; live: number; vacuums: number }>(
    `SELECT n_tup_del::int AS deleted, n_dead_tup::int AS dead, n_live_tup::int AS live, autovacuum_count::int AS vacuums
     FROM pg_stat_user_tables WHERE relname = $1`,
    [table],
  );
  if (found[0] === undefined) throw new Error(`there are no statistics of the table ${table}`);
  return found[0];
}
