import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/database/database.ts';

/** What deliveries write. */
const TABLES = ['delivery', 'delivery_attempt', 'event', 'publication', 'webhook_hour', 'webhook_queue'] as const;

/** Dead row versions by table, as a share of the live rows. */
type Shares = Record<(typeof TABLES)[number], number>;

interface SteadyLoad {
  readonly minutes: number;
  /** Publishes one event. */
  readonly publish: () => Promise<void>;
  readonly eventsPerSecond: number;
  /** After each minute. */
  readonly minutePassed: () => Promise<unknown>;
}

/**
 * Publishes at a steady rate and counts every minute what the database's own vacuum has left behind: exactly where the server has
 * pgstattuple, by its own estimate elsewhere.
 */
export async function deadRows(database: Pick<Database, 'client' | 'session'>, load: SteadyLoad) {
  const isExact = await hasPgstattuple(database);
  const ended = new AbortController();
  const publishing = publishSteadily(load, ended.signal);
  const samples: Shares[] = [];
  for (let minute = 1; minute <= load.minutes; minute += 1) {
    await Promise.race([sleep(60_000), publishing]);
    const shares = await sharesOf(database, isExact);
    samples.push(shares);
    process.stderr.write(`minute ${minute}: ${JSON.stringify(shares)}\n`);
    await load.minutePassed();
  }
  ended.abort();
  const events = await publishing;
  const most = Object.fromEntries(TABLES.map((table) => [table, Math.max(...samples.map((shares) => shares[table]))]));
  const counted = isExact ? 'pgstattuple' : 'pg_stat_user_tables';
  return {
    deadRows: { minutes: load.minutes, events, counted, most, last: samples.at(-1), rows: await rowsOf(database) },
  };
}

/** @returns how many events it has published */
async function publishSteadily({ publish, eventsPerSecond }: SteadyLoad, signal: AbortSignal): Promise<number> {
  const began = performance.now();
  let events = 0;
  while (!signal.aborted) {
    await sleep(Math.max(0, began + (events / eventsPerSecond) * 1000 - performance.now()));
    await publish();
    events += 1;
  }
  return events;
}

async function hasPgstattuple(database: Pick<Database, 'session'>): Promise<boolean> {
  return await database
    .session((connection) => connection.query('CREATE EXTENSION IF NOT EXISTS pgstattuple'))
    .then(
      () => true,
      () => false,
    );
}

async function sharesOf(database: Pick<Database, 'session'>, isExact: boolean): Promise<Shares> {
  const share = isExact
    ? `(SELECT s.dead_tuple_count / greatest(s.tuple_count, 1)::float8 FROM pgstattuple(t::regclass) s)`
    : `(SELECT s.n_dead_tup / greatest(s.n_live_tup, 1)::float8 FROM pg_stat_user_tables s WHERE s.relid = t::regclass)`;
  const { rows } = await database.session((connection) =>
    connection.query<{ name: string; share: number }>(
      `SELECT t AS name, round((${share})::numeric, 4)::float8 AS share FROM unnest($1::text[]) t`,
      [TABLES],
    ),
  );
  return Object.fromEntries(rows.map(({ name, share }) => [name, share])) as Shares;
}

/** Live rows, updated and deleted ones and the vacuums of each table, as the server counts them. */
async function rowsOf(database: Pick<Database, 'session'>) {
  const { rows } = await database.session((connection) =>
    connection.query(
      `SELECT relname AS table, n_live_tup::float8 AS live, n_tup_upd::float8 AS updated, n_tup_hot_upd::float8 AS "updatedInPage",
              n_tup_del::float8 AS deleted, autovacuum_count::float8 AS autovacuums
       FROM pg_stat_user_tables WHERE relname = ANY ($1::text[]) ORDER BY relname`,
      [TABLES],
    ),
  );
  return rows;
}
