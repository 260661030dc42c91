import type pg from 'pg';
import type { Database } from './database.ts';
import { MIGRATION_LOCK } from './migrationStep.ts';

const POLL_MS = 500;

/** The session that a watched one waits for. */
export interface BlockerWatch {
  /** As last seen: `session 4711 ("psql", idle in transaction for 12 s)`; null: none was seen. */
  readonly last: string | null;
  readonly lastPid: number | null;
  stop(): void;
}

/**
 * Watches over other connections whether the session of `connection` waits for a lock that another holds, or for
 * another process that migrates. The embedded database has one session.
 * @param onBlocked called every half second while it waits
 */
export async function watchBlockers(
  database: Database,
  connection: pg.ClientBase,
  onBlocked: (session: string) => void = () => {},
): Promise<BlockerWatch> {
  let last: string | null = null;
  let lastPid: number | null = null;
  const watch = (stop: () => void): BlockerWatch => ({
    get last() {
      return last;
    },
    get lastPid() {
      return lastPid;
    },
    stop,
  });
  if (database.kind === 'embedded') return watch(() => {});
  const { rows } = await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const watched = rows[0]?.pid ?? 0;
  let isAsking = false;
  const ask = async () => {
    if (isAsking) return;
    isAsking = true;
    try {
      const [blocker] = await database.read({ text: BLOCKER, values: [watched] });
      if (blocker === undefined) return;
      const [pid, application, state, seconds] = blocker;
      lastPid = Number(pid);
      last = `session ${pid} ("${application}", ${state} for ${seconds} s)`;
      onBlocked(last);
    } catch {
      // The waiting session learns by itself that the database is away.
    } finally {
      isAsking = false;
    }
  };
  const timer = setInterval(ask, POLL_MS);
  return watch(() => clearInterval(timer));
}

const BLOCKER = `
  SELECT a.pid::text AS pid, a.application_name AS application, coalesce(a.state, a.backend_type) AS state,
    greatest(0, extract(epoch FROM clock_timestamp() - a.state_change))::bigint::text AS seconds
  FROM pg_stat_activity a WHERE a.pid = ANY (pg_blocking_pids($1::int)) OR a.pid IN (
    SELECT l.pid FROM pg_locks l WHERE l.locktype = 'advisory' AND l.classid = 0 AND l.objid = ${MIGRATION_LOCK} AND l.granted
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND l.pid <> $1::int)
  ORDER BY a.xact_start NULLS LAST LIMIT 1`;
