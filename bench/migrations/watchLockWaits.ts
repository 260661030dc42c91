import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Waits for locks since the last time that it was asked. */
export interface LockWaits {
  readonly count: number;
  /** Milliseconds. */
  readonly longest: number;
  /** The lock that was waited for, and where. */
  readonly longestFor: string;
}

/** Waits that are shorter may be missed. */
const PAUSE_MS = 20;

interface Wait {
  readonly key: string;
  readonly application: string;
  readonly lock: string;
  readonly ms: number;
}

/**
 * Watches who waits for a lock in a database.
 * @param migrating the application_name of the sessions that migrate
 */
export async function watchLockWaits(url: string, migrating: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let waits = new Map<string, Wait>();
  let isEnded = false;
  const watching = (async () => {
    while (!isEnded) {
      const { rows } = await client.query<Wait>(`
        SELECT l.pid || ' ' || l.waitstart AS key, a.application_name AS application,
          l.mode || ' of ' || coalesce(l.relation::regclass::text, 'a ' || l.locktype) AS lock,
          1000 * extract(epoch FROM clock_timestamp() - l.waitstart)::float8 AS ms
        FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
        WHERE NOT l.granted AND l.waitstart IS NOT NULL AND a.datname = current_database()`);
      for (const wait of rows) waits.set(wait.key, wait);
      await sleep(PAUSE_MS);
    }
  })();
  return {
    /** Of the sessions that migrate, and of all others. */
    take(): { readonly migration: LockWaits; readonly others: LockWaits } {
      const taken = [...waits.values()];
      waits = new Map();
      const isMigration = ({ application }: Wait) => application === migrating;
      return { migration: sum(taken.filter(isMigration)), others: sum(taken.filter((wait) => !isMigration(wait))) };
    },
    async end() {
      isEnded = true;
      await watching;
      await client.end();
    },
  };
}

function sum(waits: readonly Wait[]): LockWaits {
  const [longest] = [...waits].sort((a, b) => b.ms - a.ms);
  return { count: waits.length, longest: longest?.ms ?? 0, longestFor: longest?.lock ?? '' };
}
