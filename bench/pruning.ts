/**
 * What the retention costs: rows a second, dead rows left behind, and what readers notice. For each rule its table holds
 * `--rows` rows that are older than they are kept and a tenth as many that are kept. The process that removes is one of
 * its own, as where roles are parted. Rounds without and with it take turns, so that both see the same machine: each is watched
 * for `--seconds`, or until all rows are removed. The slowdown is the ratio of the medians of the rounds' p99.
 *
 *     npm run bench:pruning -- [--rows 1000000] [--rounds 3] [--seconds 20] [--rules deliveries,events] [--json]
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
import { addFilledWebhooks, type Filling, fillings, fillRows } from './pruning/fillings.ts';
import { percentile } from './search/percentile.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '20' },
    rules: { type: 'string', default: Object.keys(fillings).join() },
    json: { type: 'boolean', default: false },
  },
});

const rows = Number(values.rows);
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
if (!Number.isInteger(rows) || rows < 1) throw new Error(`--rows must be a whole number from 1, not ${values.rows}`);
if (!Number.isInteger(rounds) || rounds < 1)
  throw new Error(`--rounds must be a whole number from 1, not ${values.rounds}`);
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
  await addFilledWebhooks(client);
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
  const besideWorker = async (days: string, work: () => Promise<void>) => {
    const kept = { ...FOR_EVER, [variable]: days };
    const worker = await startCatalog({ ...reader.environment, ...kept, ROLES: 'webhooks', ...(await freePorts()) });
    await work();
    await worker.stop();
  };
  const before = await standing(table);
  const paces: number[] = [];
  const calm: Watched[] = [];
  const during: Watched[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Its start costs readers more than what it removes.
    calm.push(await watched(after, () => besideWorker('0', () => sleep(seconds * 1000))));
    during.push(
      await watched(after, () =>
        besideWorker('30', async () => {
          paces.push(await pace(table));
        }),
      ),
    );
  }
  const end = await standing(table);
  const figures = {
    rowsPerSecond: percentile(paces, 0.5),
    removed: end.deleted - before.deleted,
    deadRowsShare: Number((end.dead / Math.max(1, end.live)).toFixed(3)),
    autovacuums: end.vacuums - before.vacuums,
    reads: { anime: besideReads('anime', calm, during), events: besideReads('events', calm, during) },
  };
  if (table !== 'event') await client.query(`TRUNCATE ${table} CASCADE`);
  return figures;
}

/** What readers of one list noticed, round by round, in milliseconds. */
function besideReads(list: keyof Watched, calm: readonly Watched[], during: readonly Watched[]) {
  const p99 = (watches: readonly Watched[]) => watches.map((watch) => watch[list].p99);
  const slowdown = percentile(p99(during), 0.5) / percentile(p99(calm), 0.5);
  return { calmP99: p99(calm), duringP99: p99(during), slowdown: Number(slowdown.toFixed(2)) };
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

type Watched = Awaited<ReturnType<typeof watched>>;

async function watched(after: number, work: () => Promise<void>) {
  const reads = watchReads(`${reader.publicUrl}/v1/anime?limit=25`, 5);
  const log = watchReads(`${reader.publicUrl}/v1/events?limit=100&after=${after}`, 5);
  await work();
  return { anime: await reads.end(), events: await log.end() };
}

async function fill(filling: Filling): Promise<void> {
  await fillRows(client, filling, rows, '31 days');
  await fillRows(client, filling, Math.ceil(rows / 10), '1 day', rows);
  await client.query(`VACUUM ANALYZE ${filling.table}`);
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
