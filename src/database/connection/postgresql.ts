import type pg from 'pg';
import { DatabaseError } from '../databaseError.ts';
import type { DatabaseObserver } from '../databaseObserver.ts';
import { type ConnectionPool, createPool } from './createPool.ts';
import { type ReachedServer, reachServer } from './reachServer.ts';

/** How long a read waits for a connection, pooled or new. */
const WAIT_TIMEOUT_MS = 5_000;
/** A statement's default deadline: a page is read in milliseconds. */
const STATEMENT_MS = 5_000;
/** The most sessions of a process beside the pool: one each for the search index and the retention. */
export const DIRECT_SESSIONS = 2;

export interface PostgresqlSettings {
  readonly url: string;
  /** Leads to the same database without a pool such as PgBouncer. */
  readonly directUrl?: string | undefined;
  readonly poolSize: number;
  readonly applicationName: string;
  readonly observer?: DatabaseObserver | undefined;
}

/** The pool of statements and transactions, and the one of sessions: the same without a pooler before PostgreSQL. */
export interface PostgresqlConnections {
  readonly pooled: ConnectionPool;
  readonly direct: ConnectionPool;
}

/**
 * The connections to a PostgreSQL server, once it was reached and found suitable.
 * @throws DatabaseError `invalid_database_url`, `database_unreachable`, `database_refused`, `database_too_old`,
 * `database_not_utf8`, `database_read_only`, `database_pooled`
 */
export async function openPostgresql(settings: PostgresqlSettings): Promise<PostgresqlConnections> {
  const { url, directUrl, poolSize, applicationName, observer } = settings;
  const pooled = await reachServer('DATABASE_URL', url, applicationName);
  if (directUrl === undefined) {
    if (!pooled.isDirect) throw unkept(pooled);
    const pool = openPool(pooled.config, poolSize, observer);
    return { pooled: pool, direct: pool };
  }
  // PostgreSQL keeps 63 bytes of a name.
  const direct = await reachServer('DATABASE_DIRECT_URL', directUrl, `${applicationName.slice(0, 56)} direct`);
  if (!direct.isDirect) throw unkept(direct);
  if (direct.server !== pooled.server) {
    throw new DatabaseError(
      'database_pooled',
      `DATABASE_DIRECT_URL leads to another database (${direct.place}) than DATABASE_URL (${pooled.place}): it must be the same one, past the pool`,
    );
  }
  assertSettings(pooled);
  return {
    pooled: openPool(pooled.config, poolSize, observer),
    direct: openPool(direct.config, DIRECT_SESSIONS, observer),
  };
}

/** A new connection has nothing prepared: the existing ones are kept. */
function openPool(config: pg.PoolConfig, max: number, observer: DatabaseObserver | undefined): ConnectionPool {
  return createPool(
    { ...config, connectionTimeoutMillis: WAIT_TIMEOUT_MS, max, idleTimeoutMillis: 300_000 },
    STATEMENT_MS,
    observer,
  );
}

function unkept({ variable, place }: ReachedServer): DatabaseError {
  const remedy =
    variable === 'DATABASE_URL'
      ? 'name the way past it in DATABASE_DIRECT_URL too, for locks, LISTEN and migrations'
      : 'it must lead to PostgreSQL itself';
  const detail = 'leads through a pool of connections';
  return new DatabaseError('database_pooled', `${variable} ${detail} (${place}): ${remedy}`);
}

function assertSettings({ variable, place, remedies }: ReachedServer): void {
  if (remedies.length === 0) return;
  throw new DatabaseError(
    'database_pooled',
    `${variable}: sessions behind the pool at ${place} lack settings that it does not pass on: run ${remedies.join('; ')}, then RECONNECT in its console`,
  );
}
