import type pg from 'pg';
import type { Prisma, PrismaClient } from './generated/client.ts';
import type { Incarnation } from './incarnation.ts';

/** Prisma inside a transaction: every model and raw query, no way to open or close anything. */
export type TransactionClient = Prisma.TransactionClient;

export type IsolationLevel = 'ReadCommitted' | 'RepeatableRead' | 'Serializable';

export interface TransactionOptions {
  /** From its begin to its commit; default 15 s. */
  readonly timeoutMs?: number;
  /** Default: the server's, which is read committed unless changed. */
  readonly isolationLevel?: IsolationLevel;
}

/** A read of the hot paths. Its text is one of a bounded set: each becomes a prepared statement. */
export interface ReadStatement {
  /** SQL with $1, $2 … for the values; every column is text and has a name of its own. */
  readonly text: string;
  readonly values: readonly (string | number | readonly string[])[];
}

/** Rows as arrays of their columns, in the order of the statement. */
export type TextRows = readonly (readonly (string | null)[])[];

export interface SessionOptions {
  /** What each of its statements may take, in milliseconds; default: as long as it likes. */
  readonly statementMs?: number;
}

export type DatabaseKind = 'postgresql' | 'embedded';

/** One open database, PostgreSQL or the embedded default behind the same interface (openDatabase). */
export interface Database {
  readonly kind: DatabaseKind;
  /**
   * Which life of the database this is: a restore begins another. Watched every second from the opening to the close.
   */
  readonly incarnation: Incarnation;
  /** The ambient transaction's client inside `transaction`, else the pool's. */
  readonly client: TransactionClient;
  /** The pool's client: for extensions and tests; what it does never joins an ambient transaction. */
  readonly root: PrismaClient;
  /** Whether the caller runs in a transaction of this database: what it reads is its own and not final. */
  readonly inTransaction: boolean;
  /**
   * Runs `work` in one transaction, which is ambient (AsyncLocalStorage) until it settles. Retried from the start when
   * PostgreSQL reports a deadlock or a serialisation failure, so `work` must have no effects outside the database. A
   * nested call joins it; when that fails, the whole transaction does, even if its caller catches the error. The
   * embedded database has one connection: inside, everything must go through `client`.
   */
  transaction<T>(work: (client: TransactionClient) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Runs one read of the hot paths past Prisma's runtime, in the ambient transaction when there is one (createReader).
   * For everything else use `client`. Outside a transaction both fail when PostgreSQL has not answered within 5 s, and
   * a read also when too many wait for a connection.
   * @throws DatabaseError `database_busy`
   */
  read(statement: ReadStatement): Promise<TextRows>;
  /**
   * One connection for `work` alone, beside Prisma and any ambient transaction: for scripts of several statements and
   * session settings. It returns to the pool as `work` leaves it; when `work` fails it is closed. The embedded
   * database has no other: all other work waits.
   */
  session<T>(work: (connection: pg.ClientBase) => Promise<T>, options?: SessionOptions): Promise<T>;
  /**
   * Hears NOTIFY on a channel, from any process, on a connection of its own. PostgreSQL keeps no notification for a
   * session that is away: `hear` is called with null whenever the connection is opened again, and a poll belongs behind
   * it. The embedded database is open in one process alone: nothing is ever heard.
   * @param channel a plain lower-case word
   * @returns how to stop
   */
  listen(channel: string, hear: (payload: string | null) => void): () => Promise<void>;
  /**
   * Holds an advisory lock on a connection of its own, under a key that no other process has: others see in pg_locks
   * that this process lives. With the connection the lock is lost; the next connection takes another under a new key.
   * The embedded database is open in one process alone; there the key is made up.
   * @param space the first of the lock's two keys
   * @param hear given the second key when it is held, null when it is lost
   * @returns how to let go
   */
  holdLock(space: number, hear: (key: number | null) => void): () => Promise<void>;
  /** Answers when the database does. @throws when it does not within `timeoutMs`. */
  ping(timeoutMs: number): Promise<void>;
  /** Connections of the pool, for metrics. */
  pool(): { readonly total: number; readonly idle: number; readonly waiting: number };
  /**
   * Waits up to 5 s for what still runs, then ends every connection; the embedded database's folder is free afterwards.
   */
  close(): Promise<void>;
}
