import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const HELD_MS = 5_000;
const PAUSE_MS = 1_000;

/** A report that reads every table in one transaction of five seconds, again and again, as pg_dump would. */
export async function holdTables(url: string, tables: readonly string[]): Promise<{ end(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url, application_name: 'report' });
  await client.connect();
  const stop = new AbortController();
  const paused = (ms: number) => sleep(ms, undefined, { signal: stop.signal }).catch(() => {});
  const holding = (async () => {
    while (!stop.signal.aborted) {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      for (const table of tables) await client.query(`SELECT FROM "${table}" LIMIT 1`);
      await paused(HELD_MS);
      await client.query('COMMIT');
      await paused(PAUSE_MS);
    }
  })();
  return {
    async end() {
      stop.abort();
      await holding;
      await client.end();
    },
  };
}
