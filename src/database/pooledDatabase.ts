import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { ConnectionPool } from './createPool.ts';
import type {
  Database,
  DatabaseKind,
  ReadStatement,
  SessionOptions,
  TextRows,
  TransactionClient,
  TransactionOptions,
} from './database.ts';
import { DatabaseError } from './databaseError.ts';
import type { PrismaClient } from './generated/client.ts';
import { Incarnation } from './incarnation.ts';
import { listen } from './listen.ts';
import { createReader } from './reader.ts';
import { holdSessionLock, newLockKey } from './sessionLock.ts';
import type { StatementDeadlines } from './statementDeadlines.ts';
import { ambientTransaction, runTransaction, type TransactionSettings } from './transaction.ts';

/** How long close waits for what still runs. */
const DRAIN_MS = 5_000;

/** A Database over a pool of connections, whichever server they lead to. */
export class PooledDatabase implements Database {
  readonly kind: DatabaseKind;
  readonly incarnation: Incarnation;
  readonly root: PrismaClient;
  readonly #pool: pg.Pool;
  readonly #deadlines: StatementDeadlines;
  readonly #transactions: TransactionSettings;
  readonly #read: (statement: ReadStatement) => Promise<TextRows>;
  readonly #closeServer: () => Promise<void>;
  #closed: Promise<void> | undefined;
  #ping: Promise<unknown> | undefined;

  /** `closeServer` is called when the last connection has ended. */
  constructor(
    kind: DatabaseKind,
    { pool, deadlines }: ConnectionPool,
    root: PrismaClient,
    closeServer: () => Promise<void>,
  ) {
    this.kind = kind;
    this.root = root;
    this.incarnation = new Incarnation((text) => pool.query(text));
    this.#pool = pool;
    this.#deadlines = deadlines;
    this.#closeServer = closeServer;
    // An import's batch holds the embedded database's one connection: others wait for it.
    this.#transactions = { maxWaitMs: 30_000, endsStatements: kind === 'postgresql' };
    this.#read = createReader(pool, () => ambientTransaction(root));
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

  read(statement: ReadStatement): Promise<TextRows> {
    return this.#read(statement);
  }

  async session<T>(
    work: (connection: pg.ClientBase) => Promise<T>,
    { statementMs = Number.POSITIVE_INFINITY }: SessionOptions = {},
  ): Promise<T> {
    const connection = await this.#pool.connect();
    this.#deadlines.allow(connection, statementMs);
    try {
      const result = await work(connection);
      this.#deadlines.allow(connection, undefined);
      connection.release();
      return result;
    } catch (error) {
      // It may be left in the midst of anything.
      connection.release(true);
      throw error;
    }
  }

  listen(channel: string, hear: (payload: string | null) => void): () => Promise<void> {
    return this.kind === 'embedded' ? async () => {} : listen(this.#pool.options, channel, hear);
  }

  holdLock(space: number, hear: (key: number | null) => void): () => Promise<void> {
    if (this.kind === 'postgresql') return holdSessionLock(this.#pool.options, space, hear);
    hear(newLockKey());
    return async () => {};
  }

  async ping(timeoutMs: number): Promise<void> {
    // One at a time: a database that hangs must not collect pings until the pool is full of them.
    this.#ping ??= this.#pool.query('SELECT 1').finally(() => {
      this.#ping = undefined;
    });
    const answered = this.#ping;
    answered.catch(() => {});
    const timer = new AbortController();
    const late = sleep(timeoutMs, undefined, { signal: timer.signal }).then(() => {
      throw new DatabaseError('database_unreachable', `the database has not answered within ${timeoutMs} ms`);
    });
    try {
      await Promise.race([answered, late]);
    } finally {
      late.catch(() => {});
      timer.abort();
    }
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
    this.incarnation.stop();
    // The pool's own end forgets those who still wait for a connection.
    const deadline = performance.now() + DRAIN_MS;
    while (this.#isBusy() && performance.now() < deadline) await sleep(10);
    await this.root.$disconnect();
    await Promise.race([this.#pool.end(), sleep(1_000, undefined, { ref: false })]);
    this.#deadlines.stop();
    await this.#closeServer();
  }

  #isBusy(): boolean {
    const { total, idle, waiting } = this.pool();
    return waiting > 0 || idle < total;
  }
}
