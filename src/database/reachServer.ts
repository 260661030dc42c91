import type pg from 'pg';
import { errorMessage } from '../errors.ts';
import { connectionFailure } from './connectionFailure.ts';
import { DatabaseError, type DatabaseVariable } from './databaseError.ts';
import { readDatabaseUrl } from './databaseUrl.ts';
import { CONNECT_TIMEOUT_MS, readFacts, type ServerFacts } from './serverFacts.ts';

const OLDEST_MAJOR = 15;
/** Idle time after which the kernel probes connections, which some networks drop silently. */
const KEEP_ALIVE_AFTER_MS = 10_000;

/** A server that was reached and found suitable, and how connections to it are made. */
export interface ReachedServer {
  readonly variable: DatabaseVariable;
  readonly place: string;
  readonly config: pg.PoolConfig;
  /** Whether no pool stands between, which gives sessions to others between transactions. */
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
    ...{ connectionString, options },
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
      ...{ variable, place, isDirect, server: known.server, remedies: known.remedies },
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
