import type { ConnectionOptions } from 'node:tls';
import { editDistance } from '../editDistance.ts';
import { postgresUrl } from '../postgresUrl.ts';
import { SECURITY_PARAMETERS, takeSecurity } from './connectionSecurity.ts';
import { DatabaseError, type DatabaseVariable } from './databaseError.ts';

/** The parts of DATABASE_URL that a connection needs. */
export interface DatabaseUrl {
  /** Without what stands in the other members. */
  readonly connectionString: string;
  /** pg's `ssl`; undefined where the URL says nothing of TLS. */
  readonly ssl: ConnectionOptions | boolean | undefined;
  /** Start-up options of every session: the URL's own, then ours. */
  readonly options: string;
  /** Parameters that pools accept (PgBouncer 1.20 and newer), and set where a client's differ. */
  readonly pooledOptions: string;
  /** Host and database for messages, without user and password. */
  readonly place: string;
}

/** What PrismaPg requires. */
const FORMATS = { TimeZone: 'UTC', DateStyle: 'ISO' };

/**
 * Settings that every session needs, a pool's too; the values are as PostgreSQL shows them. Pages of lists are planned
 * with their values (statementNames.ts). JIT compilation gains nothing for statements of milliseconds and costs most of
 * a second at every import's commit. The timeout ends transactions of hung processes, which would keep their locks.
 */
export const SESSION_SETTINGS: Readonly<Record<string, string>> = {
  plan_cache_mode: 'auto',
  jit: 'off',
  idle_in_transaction_session_timeout: '15s',
  ...FORMATS,
};

/** End sessions of vanished hosts: the server probes after 10 s of silence, gives up after 20 (default: two hours). */
const KEEPALIVES = {
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 2,
  tcp_user_timeout: 20_000,
};

/** @throws DatabaseError `invalid_database_url`; its message omits the URL, which may hold a password */
export function readDatabaseUrl(text: string, variable: DatabaseVariable = 'DATABASE_URL'): DatabaseUrl {
  const url = postgresUrl(text);
  if (url === null) {
    throw new DatabaseError(
      'invalid_database_url',
      `${variable} is not a PostgreSQL URL of one host: it looks like postgresql://USER:PASSWORD@HOST:PORT/DATABASE, with special characters of the password percent-encoded`,
    );
  }
  const schema = url.searchParams.get('schema');
  if (schema !== null && schema !== 'public') {
    throw new DatabaseError(
      'invalid_database_url',
      `${variable} asks for the schema "${schema}": the catalogue lives in "public", give it a database of its own`,
    );
  }
  refuseMisspelt(url, variable);
  const own = url.searchParams.get('options');
  const ssl = takeSecurity(url, variable);
  url.searchParams.delete('options');
  const host =
    url.searchParams.get('host') ?? (decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1') || 'localhost');
  return {
    connectionString: url.href,
    ssl,
    options: optionsOf(own, { ...SESSION_SETTINGS, ...KEEPALIVES }),
    pooledOptions: optionsOf(own, FORMATS),
    place: `${host}:${url.port || '5432'}${url.pathname}`,
  };
}

/** A parameter that nothing reads is ignored, as is one of other programs, but `sslmod` would leave out TLS. */
function refuseMisspelt({ searchParams }: URL, variable: DatabaseVariable): void {
  for (const name of searchParams.keys()) {
    const meant = SECURITY_PARAMETERS.find((known) => editDistance(name.toLowerCase(), known) <= 1);
    if (meant === undefined || meant === name) continue;
    throw new DatabaseError(
      'invalid_database_url',
      `${variable} has a parameter "${name}": ${meant} is meant, or none`,
    );
  }
}

function optionsOf(own: string | null, settings: Readonly<Record<string, string | number>>): string {
  const ours = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return [...(own === null ? [] : [own]), ...ours].join(' ');
}
