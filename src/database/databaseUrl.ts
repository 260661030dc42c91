import { parseUrl } from '../parseUrl.ts';
import { DatabaseError } from './databaseError.ts';

/** The parts of DATABASE_URL that a connection needs. */
export interface DatabaseUrl {
  readonly connectionString: string;
  /** Start-up options of every session: the URL's own, then ours. */
  readonly options: string;
  /** Host and database for messages, without user and password. */
  readonly place: string;
}

/**
 * `force_generic_plan`: a prepared statement is planned once per connection, not at each run. PrismaPg requires this
 * time zone and date style. JIT compilation gains nothing for statements of milliseconds and costs most of a second at
 * every import's commit. The timeouts end transactions of hung processes, which would keep their locks, and sessions of
 * vanished hosts: the server probes after 10 s of silence and gives up after 20 (its default: two hours).
 */
const SESSION_OPTIONS = Object.entries({
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  idle_in_transaction_session_timeout: 15_000,
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 2,
  tcp_user_timeout: 20_000,
})
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

/** @throws DatabaseError `invalid_database_url`; its message omits the URL, which may hold a password */
export function readDatabaseUrl(text: string): DatabaseUrl {
  // libpq accepts an empty host after a user name; URL does not.
  const full = text.replace('@/', '@localhost/');
  const url = parseUrl(full);
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new DatabaseError(
      'invalid_database_url',
      'DATABASE_URL is not a PostgreSQL URL: it looks like postgresql://USER:PASSWORD@HOST:PORT/DATABASE, with special characters of the password percent-encoded',
    );
  }
  const schema = url.searchParams.get('schema');
  if (schema !== null && schema !== 'public') {
    throw new DatabaseError(
      'invalid_database_url',
      `DATABASE_URL asks for the schema "${schema}": the catalogue lives in "public", give it a database of its own`,
    );
  }
  const own = url.searchParams.get('options');
  url.searchParams.delete('options');
  return {
    connectionString: own === null ? text : url.href,
    options: own === null ? SESSION_OPTIONS : `${own} ${SESSION_OPTIONS}`,
    place: `${url.searchParams.get('host') ?? (decodeURIComponent(url.hostname) || 'localhost')}:${url.port || '5432'}${url.pathname}`,
  };
}
