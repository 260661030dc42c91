import pg from 'pg';
import { errorMessage } from '../../base/errors.ts';
import { DatabaseError, type DatabaseVariable } from '../databaseError.ts';
import { SESSION_SETTINGS } from './databaseUrl.ts';

export const CONNECT_TIMEOUT_MS = 10_000;

/** pg refuses some parameters only when it makes a connection. */
function usable(config: pg.PoolConfig, variable: DatabaseVariable): pg.Client {
  try {
    return new pg.Client(config);
  } catch (cause) {
    throw new DatabaseError('invalid_database_url', `${variable} cannot be used: ${errorMessage(cause)}`, { cause });
  }
}

export interface ServerFacts {
  readonly version: number;
  readonly name: string;
  readonly encoding: string;
  readonly isReadOnly: boolean;
  readonly server: string;
  readonly remedies: readonly string[];
  /** Whether the session is the one that the connection was opened with, and has the settings that it asked for. */
  readonly isDirect: boolean;
  /** Whether the session knows a prepared statement by our name for it: a pool that shares them has other names. */
  readonly keepsNames: boolean;
}

/** Not over a pool of pg's: it forgets a connection whose login failed, and leaves it open. */
export async function readFacts(config: pg.PoolConfig, variable: DatabaseVariable): Promise<ServerFacts> {
  const client = usable(config, variable);
  client.on('error', () => {});
  try {
    await client.connect();
    const facts: pg.QueryConfig & { readonly query_timeout: number } = {
      name: STATEMENT,
      text: FACTS,
      query_timeout: CONNECT_TIMEOUT_MS,
      values: [Object.keys(SESSION_SETTINGS), Object.values(SESSION_SETTINGS)],
    };
    const { rows } = await client.query<Omit<ServerFacts, 'isDirect'> & { readonly pid: number }>(facts);
    const [server] = rows;
    if (server === undefined) throw new Error('it answered nothing');
    // pg keeps it for its cancel requests; a pool gives each client a number of its own.
    const { processID } = client as pg.Client & { readonly processID: number | null };
    return { ...server, isDirect: processID === server.pid && server.remedies.length === 0 };
  } finally {
    void client.end();
  }
}

const STATEMENT = 'catalog_facts';
const FACTS = `
  SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name,
    current_setting('server_encoding') AS encoding, current_setting('transaction_read_only')::boolean AS "isReadOnly",
    pg_backend_pid() AS pid, concat_ws(' ', extract(epoch FROM pg_postmaster_start_time()), d.oid) AS server,
    ARRAY(
      SELECT format('ALTER ROLE %I IN DATABASE %I SET %s = %L', current_user, d.datname, wanted.name, wanted.value)
      FROM unnest($1::text[], $2::text[]) AS wanted (name, value)
      WHERE NOT starts_with(current_setting(wanted.name), wanted.value)
    ) AS remedies,
    EXISTS (SELECT FROM pg_prepared_statements WHERE name = '${STATEMENT}') AS "keepsNames"
  FROM pg_database d WHERE d.datname = current_database()`;
