import type { Configuration } from '../configuration/configuration.ts';
import { DIRECT_SESSIONS } from '../database/connection/postgresql.ts';
import type { Database } from '../database/database.ts';
import type { DiagnosticCheck } from '../graph/diagnostics/port.ts';
import { namedCheck } from './namedCheck.ts';

/** One that listens. */
const BESIDE_POOL = 1;
const BESIDE = `and ${BESIDE_POOL} beside`;

interface Counted {
  /** Processes of this service on this database. */
  readonly processes: number;
  /**
   * The sessions that PostgreSQL allows to them: the limits of server, database and role, less the sessions of others.
   * A pooler before PostgreSQL has limits of its own.
   */
  readonly room: number;
}

/**
 * Whether PostgreSQL allows the most connections that the processes on this database may open. Other processes are
 * assumed to have this one's pool size. Each listens over one connection, which distinguishes processes of one name.
 */
export async function examineConnections(
  { DATABASE_POOL_SIZE, DATABASE_DIRECT_URL }: Pick<Configuration, 'DATABASE_POOL_SIZE' | 'DATABASE_DIRECT_URL'>,
  database: Database,
): Promise<DiagnosticCheck> {
  const check = namedCheck('connections');
  if (database.kind === 'embedded') return check('ok', 'The embedded database has one connection.');
  const isPooled = DATABASE_DIRECT_URL !== undefined;
  const [counted] = await database.client.$queryRawUnsafe<Counted[]>(COUNT, isPooled ? DIRECT_NAMES : NAMES);
  const { processes, room } = counted as Counted;
  const each = BESIDE_POOL + (isPooled ? DIRECT_SESSIONS : DATABASE_POOL_SIZE);
  const kind = isPooled
    ? `connections past the pool (${DIRECT_SESSIONS}, ${BESIDE})`
    : `connections (DATABASE_POOL_SIZE ${DATABASE_POOL_SIZE}, ${BESIDE})`;
  const fitting = Math.max(0, Math.floor(room / each));
  const product = `${processes} ${processes === 1 ? 'process' : 'processes'} of at most ${each} ${kind}`;
  const detail = `${product} may open ${processes * each}; PostgreSQL has room for ${room}, so that ${fitting} fit.`;
  if (processes <= fitting) return check('ok', detail);
  const lower = isPooled ? "the pool's own limit" : 'DATABASE_POOL_SIZE';
  return check('warning', detail, `Raise max_connections, lower ${lower}, or run fewer processes.`);
}

const NAMES = 'anime-catalog %';
const DIRECT_NAMES = 'anime-catalog % direct';

const COUNT = `
  WITH session AS (
    SELECT application_name AS name, query, datname = current_database() AS here, usename = current_user AS by_us,
      datname = current_database() AND application_name LIKE $1 AS ours
    FROM pg_stat_activity WHERE backend_type = 'client backend'
  ), process AS (
    SELECT greatest(1, count(*) FILTER (WHERE query LIKE 'LISTEN %')) AS n FROM session WHERE ours GROUP BY name
  ), other AS (
    SELECT count(*)::int AS n, (count(*) FILTER (WHERE here))::int AS here, (count(*) FILTER (WHERE by_us))::int AS by_us
    FROM session WHERE NOT ours
  )
  SELECT (SELECT coalesce(sum(n), 0)::int FROM process) AS processes,
    (SELECT least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) - other.n,
      (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database()) - other.here,
      (SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = current_user) - other.by_us
    ) FROM other) AS room`;
