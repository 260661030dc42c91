import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type ConnectionOptions, createSecureContext } from 'node:tls';
import { editDistance } from '../../base/editDistance.ts';
import { errorMessage } from '../../base/errors.ts';
import { postgresUrl } from '../../base/postgresUrl.ts';
import { DatabaseError, type DatabaseVariable } from '../databaseError.ts';

/** The parts of DATABASE_URL that a connection needs. */
export interface DatabaseUrl {
  /** Without what is in the other members. */
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
 * with their values (preparedStatements.ts). JIT compilation gains nothing for statements of milliseconds and costs
 * most of a second at every import's commit. The timeout ends transactions of hung processes, which would keep their
 * locks.
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
    options: joinOptions(own, { ...SESSION_SETTINGS, ...KEEPALIVES }),
    pooledOptions: joinOptions(own, FORMATS),
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

function joinOptions(own: string | null, settings: Readonly<Record<string, string | number>>): string {
  const ours = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return [...(own === null ? [] : [own]), ...ours].join(' ');
}

/** All of these verify certificate and name: `require` of libpq would accept any certificate. */
const VERIFYING: readonly string[] = ['prefer', 'require', 'verify-ca', 'verify-full'];
const SECURITY_PARAMETERS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey'] as const;

/**
 * Takes the TLS parameters out of a URL, and reads the files that they name. pg would warn of modes that it is going to
 * weaken. `uselibpqcompat=true` leaves them to pg, with libpq's meaning.
 * @returns undefined where the URL says nothing of TLS
 * @throws DatabaseError `invalid_database_url`
 */
function takeSecurity({ searchParams }: URL, variable: DatabaseVariable): ConnectionOptions | boolean | undefined {
  if (searchParams.get('uselibpqcompat') === 'true') return undefined;
  const [mode, authority, certificate, key] = SECURITY_PARAMETERS.map((name) => {
    const value = searchParams.get(name);
    searchParams.delete(name);
    return value;
  });
  if (mode === 'disable') return false;
  if (mode != null && mode !== 'no-verify' && !VERIFYING.includes(mode)) {
    const known = ['disable', 'no-verify', ...VERIFYING].join(', ');
    throw new DatabaseError('invalid_database_url', `${variable}: sslmode "${mode}" is none of ${known}`);
  }
  if (mode == null && authority == null && certificate == null && key == null) return undefined;
  const read = (name: (typeof SECURITY_PARAMETERS)[number], path: string) =>
    orRefuse(variable, `${name} ${path} cannot be read`, () => readFileSync(path, 'utf8'));
  const own = {
    ...(certificate != null && { cert: read('sslcert', certificate) }),
    ...(key != null && { key: read('sslkey', key) }),
  };
  // Else each connection would fail, which a start takes for a server that is away.
  orRefuse(variable, 'sslcert and sslkey cannot be used', () => createSecureContext(own));
  // `system`: the authorities that Node trusts.
  const ca = authority == null || authority === 'system' ? undefined : read('sslrootcert', authority);
  // Node takes a file without a certificate for an authority of nobody.
  if (ca !== undefined) {
    orRefuse(variable, `sslrootcert ${authority} holds no certificate`, () => new X509Certificate(ca));
  }
  return { rejectUnauthorized: mode !== 'no-verify', ...(ca !== undefined && { ca }), ...own };
}

/** @throws DatabaseError `invalid_database_url` */
function orRefuse<T>(variable: DatabaseVariable, fault: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new DatabaseError('invalid_database_url', `${variable}: ${fault}: ${errorMessage(error)}`, { cause: error });
  }
}
