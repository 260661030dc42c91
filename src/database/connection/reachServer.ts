import type pg from 'pg';
import { errorCode, errorMessage } from '../../base/errors.ts';
import { DatabaseError, type DatabaseVariable } from '../databaseError.ts';
import { readDatabaseUrl } from './databaseUrl.ts';
import { CONNECT_TIMEOUT_MS, readFacts, type ServerFacts } from './serverFacts.ts';

/** Why no connection was made, for the operator. */
function connectionFailure(cause: unknown, variable: DatabaseVariable, place: string): DatabaseError {
  const message = errorMessage(cause);
  if (message.startsWith('SASL') && message.includes('client password')) {
    const missing = `${variable}: PostgreSQL at ${place} asks for a password, and there is none in it`;
    return new DatabaseError('database_refused', missing, { cause });
  }
  if (UNVERIFIED.includes(errorCode(cause))) {
    const unverified = `${variable}: the certificate of PostgreSQL at ${place} cannot be verified: ${message}: name its authority in the URL, sslrootcert=FILE`;
    return new DatabaseError('database_refused', unverified, { cause });
  }
  if (errorCode(cause).startsWith('ERR_TLS') || errorCode(cause).startsWith('CERT_') || message.includes(WITHOUT_TLS)) {
    return new DatabaseError('database_refused', `${variable}: PostgreSQL at ${place}: ${message}`, { cause });
  }
  // Only a server reports a severity: it was reached and refused.
  const refused = typeof cause === 'object' && cause !== null && 'severity' in cause;
  return refused
    ? new DatabaseError('database_refused', `${variable}: PostgreSQL at ${place} refuses: ${message}`, { cause })
    : new DatabaseError('database_unreachable', `${variable}: no PostgreSQL at ${place}: ${message}`, { cause });
}

/** OpenSSL's codes of certificates whose authority is not known. */
const UNVERIFIED: readonly string[] = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];
/** pg's message, which has no code. */
const WITHOUT_TLS = 'does not support SSL';

const OLDEST_MAJOR = 15;
/** Idle time after which the kernel probes connections, which some networks drop silently. */
const KEEP_ALIVE_AFTER_MS = 10_000;

/** A server that was reached and found suitable, and how connections to it are made. */
export interface ReachedServer {
  readonly variable: DatabaseVariable;
  readonly place: string;
  readonly config: pg.PoolConfig;
  /** Whether there is no pool between, which gives sessions to others between transactions. */
  readonly isDirect: boolean;
  /** Tells servers, their starts and databases apart. */
  readonly server: string;
  /** The statements that set in every session what this one lacks. */
  readonly remedies: readonly string[];
}

/** @throws DatabaseError as openPostgresql */
export async function reachServer(
  variable: DatabaseVariable,
  url: string,
  applicationName: string,
): Promise<ReachedServer> {
  const { connectionString, ssl, options, pooledOptions, place } = readDatabaseUrl(url, variable);
  const config: pg.PoolConfig = {
    connectionString,
    options,
    ...(ssl !== undefined && { ssl }),
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  };
  const pooledConfig = { ...config, options: pooledOptions };
  try {
    const facts = await readFacts(config, variable).catch((error: unknown) => {
      if (!REFUSED_OPTIONS.test(errorMessage(error))) throw error;
      return null;
    });
    const isDirect = facts?.isDirect === true;
    const known = facts ?? (await readFacts(pooledConfig, variable));
    assertFit(known, variable, place);
    if (!isDirect && known.keepsNames) throw tooOld(variable, place, 'it loses prepared statements');
    return {
      variable,
      place,
      isDirect,
      server: known.server,
      remedies: known.remedies,
      config: isDirect ? config : pooledConfig,
    };
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    const message = errorMessage(error);
    const isOldPool = REFUSED_OPTIONS.test(message) || message === TAKEN_NAME;
    throw isOldPool ? tooOld(variable, place, message) : connectionFailure(error, variable, place);
  }
}

/** PgBouncer's message, which has the code of every violation of the protocol. */
const REFUSED_OPTIONS = /unsupported startup parameter/;
/** PostgreSQL's, where another client of the pool has left the statement in the session. */
const TAKEN_NAME = 'prepared statement "catalog_facts" already exists';

function assertFit(server: ServerFacts, variable: DatabaseVariable, place: string): void {
  if (server.version < OLDEST_MAJOR * 10_000) {
    throw new DatabaseError(
      'database_too_old',
      `${variable}: ${place} is PostgreSQL ${server.name}, ${OLDEST_MAJOR} or newer is needed`,
    );
  }
  if (server.encoding !== 'UTF8') {
    throw new DatabaseError(
      'database_not_utf8',
      `${variable}: ${place} is encoded in ${server.encoding}, titles need UTF8 (CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0)`,
    );
  }
  if (server.isReadOnly) {
    throw new DatabaseError(
      'database_read_only',
      `${variable}: ${place} is read-only (a standby, or default_transaction_read_only is on): name the primary, or start again once it accepts writes`,
    );
  }
}

function tooOld(variable: DatabaseVariable, place: string, detail: string): DatabaseError {
  const needed = 'PgBouncer must be 1.21 or newer, with max_prepared_statements above 0';
  return new DatabaseError('database_pooled', `${variable}: the pool of connections at ${place}: ${detail}: ${needed}`);
}
