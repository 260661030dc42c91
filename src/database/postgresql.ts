import pg from 'pg';
import { errorMessage } from '../errors.ts';
import { type ConnectionPool, createPool } from './createPool.ts';
import { DatabaseError } from './databaseError.ts';
import { readDatabaseUrl } from './databaseUrl.ts';

const OLDEST_MAJOR = 15;
const CONNECT_TIMEOUT_MS = 10_000;
/** How long a read waits for a connection, pooled or new. */
const WAIT_TIMEOUT_MS = 5_000;
/** A statement's default deadline: a page is read in milliseconds. */
const STATEMENT_MS = 5_000;
/** Idle time after which the kernel probes connections, which some networks drop silently. */
const KEEP_ALIVE_AFTER_MS = 10_000;

export interface PostgresqlSettings {
  readonly url: string;
  readonly poolSize: number;
  readonly applicationName: string;
}

/**
 * The pool of a PostgreSQL server, once it was reached and found suitable.
 * @throws DatabaseError `invalid_database_url`, `database_unreachable`,
 * `database_refused`, `database_too_old`, `database_not_utf8`, `database_read_only`
 */
export async function openPostgresql(settings: PostgresqlSettings): Promise<ConnectionPool> {
  const { connectionString, options, place } = readDatabaseUrl(settings.url);
  const config: pg.ClientConfig = {
    connectionString,
    options,
    application_name: settings.applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  };
  await assertFit(config, place);
  // A new connection has nothing prepared: the existing ones are kept.
  return createPool(
    { ...config, connectionTimeoutMillis: WAIT_TIMEOUT_MS, max: settings.poolSize, idleTimeoutMillis: 300_000 },
    STATEMENT_MS,
  );
}

async function assertFit(config: pg.ClientConfig, place: string): Promise<void> {
  // Not the pool's own: it forgets a connection whose login failed, and leaves it open.
  const client = newClient(config);
  client.on('error', () => {});
  const { rows } = await readFacts(client)
    .catch((error: unknown) => {
      throw connectionFailure(error, place);
    })
    .finally(() => void client.end());
  const server = rows[0];
  if (server === undefined) throw new Error('it answered nothing');
  if (server.version < OLDEST_MAJOR * 10_000) {
    throw new DatabaseError(
      'database_too_old',
      `DATABASE_URL: ${place} is PostgreSQL ${server.name}, ${OLDEST_MAJOR} or newer is needed`,
    );
  }
  if (server.encoding !== 'UTF8') {
    throw new DatabaseError(
      'database_not_utf8',
      `DATABASE_URL: ${place} is encoded in ${server.encoding}, titles need UTF8 (CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0)`,
    );
  }
  if (server.isReadOnly) {
    throw new DatabaseError(
      'database_read_only',
      `DATABASE_URL: ${place} is read-only (a standby, or default_transaction_read_only is on): name the primary, or start again once it accepts writes`,
    );
  }
}

/** pg reads the files that a URL names (sslrootcert, sslcert, sslkey) when it reads the URL. */
function newClient(config: pg.ClientConfig): pg.Client {
  try {
    return new pg.Client(config);
  } catch (error) {
    throw new DatabaseError('invalid_database_url', `DATABASE_URL cannot be used: ${errorMessage(error)}`, {
      cause: error,
    });
  }
}

async function readFacts(client: pg.Client) {
  await client.connect();
  const facts: pg.QueryConfig & { readonly query_timeout: number } = {
    text: `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name,
                  current_setting('server_encoding') AS encoding, current_setting('transaction_read_only')::boolean AS "isReadOnly"`,
    query_timeout: CONNECT_TIMEOUT_MS,
  };
  return await client.query<{ version: number; name: string; encoding: string; isReadOnly: boolean }>(facts);
}

function connectionFailure(cause: unknown, place: string): DatabaseError {
  const message = errorMessage(cause);
  if (message.startsWith('SASL') && message.includes('client password')) {
    const missing = `DATABASE_URL: PostgreSQL at ${place} asks for a password, and there is none in it`;
    return new DatabaseError('database_refused', missing, { cause });
  }
  // Only a server reports a severity: it was reached and refused.
  const refused = typeof cause === 'object' && cause !== null && 'severity' in cause;
  return refused
    ? new DatabaseError('database_refused', `DATABASE_URL: PostgreSQL at ${place} refuses: ${message}`, { cause })
    : new DatabaseError('database_unreachable', `DATABASE_URL: no PostgreSQL at ${place}: ${message}`, { cause });
}
