import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { waitAtMost } from '../../base/waitAtMost.ts';
import { withTimeout } from '../../base/withTimeout.ts';
import { Channels, type OnNotification } from '../channels.ts';
import type { Database, DatabaseKind, SessionOptions, TransactionClient, TransactionOptions } from '../database.ts';
import { DatabaseClock } from '../databaseClock.ts';
import { DatabaseError } from '../databaseError.ts';
import type { PrismaClient } from '../generated/client.ts';
import { Incarnation } from '../incarnation.ts';
import { ambientTransaction, runTransaction, type TransactionSettings } from '../transaction.ts';
import type { ConnectionPool } from './createPool.ts';
import type { PostgresqlConnections } from './postgresql.ts';

/** How long close waits for statements in flight. */
const DRAIN_MS = 5_000;

const PING = `SELECT current_setting('transaction_read_only')::boolean AS "isReadOnly",
  (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`;

interface PingRow {
  readonly isReadOnly: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A Database over a connection pool of either kind. */
export class PooledDatabase implements Database {
  readonly kind: DatabaseKind;
  readonly incarnation: Incarnation;
  readonly clock = new DatabaseClock();
  readonly root: PrismaClient;
  readonly #pool: pg.Pool;
  readonly #connections: PostgresqlConnections;
  readonly #channels: Channels;
  readonly #transactions: TransactionSettings;
  readonly #closeServer: () => Promise<void>;
  #closed: Promise<void> | undefined;
  #ping: Promise<PingRow | undefined> | undefined;

  /** `closeServer` is called after the last connection has closed. */
  constructor(
    kind: DatabaseKind,
    connections: PostgresqlConnections,
    root: PrismaClient,
    closeServer: () => Promise<void>,
  ) {
    const { pool } = connections.pooled;
    this.kind = kind;
    this.root = root;
    this.incarnation = new Incarnation((text, values = []) => pool.query(text, [...values]));
    this.#pool = pool;
    this.#connections = connections;
    this.#channels = new Channels(connections.direct.pool.options);
    this.#closeServer = closeServer;
    // An import's batch occupies the embedded database's only connection.
    this.#transactions = { maxWaitMs: 30_000, endsStatements: kind === 'postgresql' };
  }

  get client(): TransactionClient {
    return ambientTransaction(this.root) ?? this.root;
  }

  get inTransaction(): boolean {
    return ambientTransaction(this.root) !== undefined;
  }

  transaction<T>(work: (client: TransactionClient) => Promise<T>, options?: TransactionOptions): Promise<T> {
    return runTransaction(this.root, this.#transactions, work, options);
  }

  async query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig, options?: SessionOptions): Promise<Row[]> {
    const { pooled } = this.#connections;
    const { rows } = await this.#reserve(pooled, (connection) => connection.query<Row>(statement), options);
    return rows;
  }

  session<T>(work: (connection: pg.ClientBase) => Promise<T>, options?: SessionOptions): Promise<T> {
    return this.#reserve(this.#connections.direct, work, options);
  }

  async #reserve<T>(
    { pool, deadlines }: ConnectionPool,
    work: (connection: pg.ClientBase) => Promise<T>,
    { statementMs = Number.POSITIVE_INFINITY }: SessionOptions = {},
  ): Promise<T> {
    const connection = await pool.connect();
    deadlines.allow(connection, statementMs);
    try {
      const result = await work(connection);
      deadlines.allow(connection, undefined);
      connection.release();
      return result;
    } catch (error) {
      // Its session may be in any state.
      connection.release(true);
      throw error;
    }
  }

  listen(channel: string, onNotification: OnNotification): () => Promise<void> {
    if (this.kind === 'embedded') return async () => {};
    return this.#channels.listen(channel, onNotification);
  }

  async ping(timeoutMs: number): Promise<{ readonly isReadOnly: boolean }> {
    // At most one ping at a time, so that a hung database does not fill the pool with them.
    this.#ping ??= this.#askPing().finally(() => {
      this.#ping = undefined;
    });
    const row = await withTimeout(this.#ping, timeoutMs, () => {
      const message = `the database has not answered within ${timeoutMs} ms`;
      return new DatabaseError('database_unreachable', message);
    });
    return { isReadOnly: row?.isReadOnly ?? false };
  }

  async #askPing(): Promise<PingRow | undefined> {
    const askedAt = Date.now();
    const { rows } = await this.#pool.query<PingRow>(PING);
    const [row] = rows;
    if (row !== undefined) this.clock.note(row.now, askedAt, Date.now());
    return row;
  }

  pool(): { readonly total: number; readonly idle: number; readonly waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { total: totalCount, idle: idleCount, waiting: waitingCount };
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    await this.incarnation.stop();
    // The pool's own `end` forgets callers that still wait for a connection.
    const deadline = performance.now() + DRAIN_MS;
    while (this.#isBusy() && performance.now() < deadline) await sleep(10);
    await this.root.$disconnect();
    const { pooled, direct } = this.#connections;
    const ended = Promise.all([...new Set([pooled.pool, direct.pool])].map((pool) => pool.end()));
    await waitAtMost(1_000, ended);
    await this.#closeServer();
  }

  #isBusy(): boolean {
    const { total, idle, waiting } = this.pool();
    return waiting > 0 || idle < total;
  }
}
