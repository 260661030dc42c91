/**
 * What each migration after the first costs on full tables: it is applied by the service's own runner while readers read
 * lists, anime, episodes and a row of every table, a dispatcher claims and writes deliveries, events are published, and a
 * report holds every table for five seconds at a time. At last the same for a column that is added and filled in batches.
 *
 *     npm run bench:migrations -- [--rows 10000000] [--anime 1000000] [--after NAME] [--json]
 *
 * --rows: deliveries; a tenth of them proposals and events. --anime: with ten times as many episodes. --after: the schema
 * from which the migrations lead, as that of the previous release; default: the first. PostgreSQL: TEST_DATABASE_URL, the
 * URL of a superuser; without it a server is started for the run.
 */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { migrate } from '../src/database/migrate.ts';
import { readMigrations } from '../src/database/migrationHistory.ts';
import { openDatabase } from '../src/database/openDatabase.ts';
import { shippedFolders } from '../src/shippedFolders.ts';
import { startPostgres } from '../test/support/startPostgres.ts';
import { prepareCatalogue } from './growth/prepareCatalogue.ts';
import { MIGRATING, startLoad } from './migrations/startLoad.ts';
import type { LoopTimes } from './migrations/timedLoop.ts';
import type { LockWaits } from './migrations/watchLockWaits.ts';
import { addFilledWebhooks, type Filling, fillings, fillRows } from './pruning/fillings.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000000' },
    anime: { type: 'string', default: '1000000' },
    after: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

/** No read and no claim may take longer, in milliseconds. */
const GOALS = { read: 2_500, claim: 5_000 };
const CALM_MS = 20_000;
/** What no migration of the service does so far. */
const SAMPLES: Readonly<Record<string, string>> = {
  '99991231000000_expand_sample': 'ALTER TABLE proposal ADD COLUMN sample text',
  '99991231000001_expand_sample_filled': `-- Outside a transaction: in batches.
DO $$ DECLARE batch uuid[]; last uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
  LOOP
    batch := ARRAY(SELECT id FROM proposal WHERE id > last ORDER BY id LIMIT 5000);
    EXIT WHEN batch = '{}';
    UPDATE proposal SET sample = '' WHERE id = ANY (batch) AND sample IS NULL;
    last := batch[cardinality(batch)];
    COMMIT;
  END LOOP;
END $$`,
};

const [rows, anime] = [Number(values.rows), Number(values.anime)];
if (![rows, anime].every((it) => Number.isInteger(it) && it >= 1_000))
  throw new Error('--rows and --anime must be whole numbers from 1000');
const migrations = await readMigrations();
const names = migrations.map(({ name }) => name);
const after = values.after ?? names[0] ?? '';
if (!names.includes(after)) throw new Error(`--after must be one of ${names.join()}`);

const folder = await mkdtemp(join(tmpdir(), 'bench-migrations-'));
const given = process.env.TEST_DATABASE_URL;
const postgres = given === undefined ? await startPostgres({ max_wal_size: '4GB' }) : undefined;
for (const name of names.filter((it) => it <= after)) await copyMigration(name);
const { functions } = shippedFolders;
const catalogue = await prepareCatalogue(given ?? postgres?.url ?? '', anime, 'migrations', {
  ...{ migrations: folder, functions },
});
try {
  await fill();
  await measure();
} finally {
  await catalogue.drop();
  await postgres?.stop();
  await rm(folder, { recursive: true });
}

async function fill(): Promise<void> {
  const began = performance.now();
  const client = new pg.Client({ connectionString: catalogue.url });
  await client.connect();
  await client.query('SET session_replication_role = replica');
  await addFilledWebhooks(client);
  await fillRows(client, fillings.deliveries as Filling, rows, '1 day');
  for (const rule of ['proposals', 'events'])
    await fillRows(client, fillings[rule] as Filling, Math.ceil(rows / 10), '1 day');
  await client.query('VACUUM (ANALYZE)');
  await client.query('CHECKPOINT');
  await client.end();
  const seconds = (catalogue.seconds ?? 0) + (performance.now() - began) / 1000;
  say(`${anime} anime, ${rows} deliveries, a tenth of them proposals and events, made in ${seconds.toFixed(0)} s`);
}

async function measure(): Promise<void> {
  const database = await openDatabase({ url: catalogue.url, dataDir: '', applicationName: MIGRATING });
  const load = await startLoad(catalogue.url, anime);
  const figures: Record<string, unknown> = { rows, anime };
  const measured = async (name: string, work: () => Promise<unknown>) => {
    await load.take();
    const began = performance.now();
    await work();
    const seconds = (performance.now() - began) / 1000;
    const { waits, ...times } = await load.take();
    figures[name] = { seconds, ...times, waits };
    say(`${name}: ${seconds.toFixed(1)} s`);
    say(`  reads ${shown(times.reads, GOALS.read)}; ${shown(times.rows, GOALS.read)}`);
    say(
      `  claims ${shown(times.claims, GOALS.claim)}, ${times.written} deliveries; publications ${shown(times.publications, GOALS.claim)}`,
    );
    say(`  waits of others ${shownWaits(waits.others)}; of the migration ${shownWaits(waits.migration)}`);
  };
  await measured('without a migration', () => sleep(CALM_MS));
  for (const name of names.filter((it) => it > after)) {
    await copyMigration(name);
    await measured(name, () => migrate(database, { migrations: folder, functions }));
  }
  for (const [name, sql] of Object.entries(SAMPLES)) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'migration.sql'), sql);
    await measured(name, () => migrate(database, { migrations: folder }));
  }
  await load.end();
  await database.close();
  if (values.json) process.stdout.write(`${JSON.stringify(figures)}\n`);
}

async function copyMigration(name: string): Promise<void> {
  await cp(join(shippedFolders.migrations, name), join(folder, name), { recursive: true });
}

function shown({ count, failed, failure, slowest, slowestOf }: LoopTimes, goal: number): string {
  const failures = failed === 0 ? '' : `, ${failed} failed (${failure})`;
  return `${count}, the slowest ${slowest.toFixed(0)} ms (${slowestOf})${slowest > goal ? ' !' : ''}${failures}`;
}

function shownWaits({ count, longest, longestFor }: LockWaits): string {
  return count === 0 ? '0' : `${count}, the longest ${longest.toFixed(0)} ms (${longestFor})`;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
