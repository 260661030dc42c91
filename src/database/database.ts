import type pg from 'pg';
import type { DatabaseClock } from './databaseClock.ts';
import type { Prisma, PrismaClient } from './generated/client.ts';
import type { Incarnation } from './incarnation.ts';

/** Prisma inside a transaction: every model and raw query, no way to open or close anything. */
export type TransactionClient = Prisma.TransactionClient;

export type IsolationLevel = 'ReadCommitted' | 'RepeatableRead' | 'Serializable';

export interface TransactionOptions {
  /** From begin to commit; default 15 s. */
  readonly timeoutMs?: number;
  /** Default: the server's, which is read committed unless changed. */
  readonly isolationLevel?: IsolationLevel;
}

export interface SessionOptions {
  /** Deadline of each statement, in milliseconds; default: none. */
  readonly statementMs?: number;
}

export type DatabaseKind = 'postgresql' | 'embedded';

/** An open database: PostgreSQL, or the embedded default behind the same interface (openDatabase). */
export interface Database {
  readonly kind: DatabaseKind;
  /** Changes when the database is restored or replaced. Polled every second until the close. */
  readonly incarnation: Incarnation;
  /** Compared with this machine's by each ping. */
  readonly clock: DatabaseClock;
  /**
   * The ambient transaction's client inside `transaction`, else the pool's. Outside a transaction a statement fails if
   * PostgreSQL has not answered within 5 s, and if too many wait for a connection (DatabaseError `database_busy`).
   */
  readonly client: TransactionClient;
  /** The pool's client, for extensions and tests; it never joins an ambient transaction. */
  readonly root: PrismaClient;
  /** Whether the caller runs in a transaction of this database, whose reads are not yet committed. */
  readonly inTransaction: boolean;
  /**
   * Runs `work` in one transaction, which is ambient (AsyncLocalStorage) until it settles. Retried from the start when
   * PostgreSQL reports a deadlock or a serialisation failure, so `work` must have no effects outside the database. A
   * nested call joins it; when that fails, the whole transaction does, even if its caller catches the error. The
   * embedded database has one connection: inside, everything must go through `client`.
   */
  transaction<T>(work: (client: TransactionClient) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Runs one statement apart from Prisma and any ambient transaction. @returns its rows */
  query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig, options?: SessionOptions): Promise<Row[]>;
  /**
   * Reserves a session for `work`, apart from Prisma and any ambient transaction: for scripts of several statements,
   * settings and locks of a session. It is PostgreSQL's own, past a pool such as PgBouncer, returns to its pool in the
   * state that `work` left, and is closed when `work` fails. The embedded database has only one: all other work waits.
   */
  session<T>(work: (connection: pg.ClientBase) => Promise<T>, options?: SessionOptions): Promise<T>;
  /**
   * Listens for NOTIFY on a channel, over one dedicated connection for all channels. PostgreSQL keeps no notifications
   * for a disconnected session: `onNotification` is called with null after each connection, and a poll must back it up.
   * The embedded database serves one process and never notifies.
   * @param channel a plain lower-case word
   * @returns a function that stops listening
   */
  listen(channel: string, onNotification: (payload: string | null) => void): () => Promise<void>;
  /**
   * Resolves once the database answers, with whether it refuses writes. @throws when it does not answer within
   * `timeoutMs`
   */
  ping(timeoutMs: number): Promise<{ readonly isReadOnly: boolean }>;
  /** Connections of the pool, for the metrics. */
  pool(): { readonly total: number; readonly idle: number; readonly waiting: number };
  /** Waits up to 5 s for statements in flight, then closes every connection; the embedded folder is then unlocked. */
  close(): Promise<void>;
}
