import type pg from 'pg';
import { errorMessage } from '../errors.ts';
import { connectionFailure } from './connectionFailure.ts';
import { DatabaseError, type DatabaseVariable } from './databaseError.ts';
import { readDatabaseUrl } from './databaseUrl.ts';
import { type PoolManners, probePool } from './poolProbe.ts';
import { primaryClient } from './primaryClient.ts';
import { CONNECT_TIMEOUT_MS, connected, readFacts, type ServerFacts } from './serverFacts.ts';

const OLDEST_MAJOR = 15;
/** Idle time after which the kernel probes connections, which some networks drop silently. */
const KEEP_ALIVE_AFTER_MS = 10_000;

/** A server that was reached and found suitable, and how connections to it are made. */
export interface ReachedServer {
  readonly variable: DatabaseVariable;
  readonly place: string;
  readonly config: pg.PoolConfig;
  readonly keepsSessions: boolean;
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
  const { connectionString, hosts, ssl, options, pooledOptions, place } = readDatabaseUrl(url, variable);
  const config: pg.PoolConfig = {
    ...{ connectionString, options },
    ...(ssl !== undefined && { ssl }),
    ...(hosts.length > 0 && { Client: primaryClient(hosts) }),
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
    const manners = isDirect ? DIRECT : await probe(pooledConfig, variable);
    if (!manners.keepsStatements) throw tooOld(variable, place, 'it loses prepared statements');
    return {
      ...{ variable, place, server: known.server, remedies: known.remedies },
      config: isDirect ? config : pooledConfig,
      keepsSessions: manners.keepsSessions,
    };
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    const message = errorMessage(error);
    throw REFUSED_OPTIONS.test(message) ? tooOld(variable, place, message) : connectionFailure(error, variable, place);
  }
}

const DIRECT: PoolManners = { keepsSessions: true, keepsStatements: true };
/** PgBouncer's message, which has the code of every violation of the protocol. */
const REFUSED_OPTIONS = /unsupported startup parameter/;

async function probe(config: pg.PoolConfig, variable: DatabaseVariable): Promise<PoolManners> {
  return await connected(config, variable, (one) =>
    connected(config, variable, (other) => probePool(one, other, CONNECT_TIMEOUT_MS)),
  );
}

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
