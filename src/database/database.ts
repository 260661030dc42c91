import type { ClientBase } from 'pg';
import type { Prisma, PrismaClient } from './generated/client.ts';
import type { ReadStatement, TextRows } from './reader.ts';

/** Prisma inside a transaction: every model and raw query, no way to open or close anything. */
export type TransactionClient = Prisma.TransactionClient;

/** One open database, PostgreSQL or the embedded default behind the same interface (openDatabase). */
export interface Database {
  readonly kind: 'postgresql' | 'embedded';
  /** The ambient transaction's client inside `transaction`, else the pool's. */
  readonly client: TransactionClient;
  /** The pool's client: for extensions and tests; what it does never joins an ambient transaction. */
  readonly root: PrismaClient;
  /**
   * Runs `work` in one transaction, which is ambient (AsyncLocalStorage) until it settles; a nested call joins it. Retried from
   * the start when PostgreSQL reports a deadlock or a serialisation failure, so `work` must have no effects outside the database.
   */
  transaction<T>(
    work: (client: TransactionClient) => Promise<T>,
    options?: { readonly timeoutMs?: number },
  ): Promise<T>;
  /**
   * Runs one read of the hot paths past Prisma's runtime, in the ambient transaction when there is one (createReader). For
   * everything else use `client`.
   */
  read(statement: ReadStatement): Promise<TextRows>;
  /** Lends one connection of the pool: for session locks and scripts of several statements. */
  session<T>(work: (connection: ClientBase) => Promise<T>): Promise<T>;
  /** Answers when the database does. @throws when it does not within `timeoutMs`. */
  ping(timeoutMs: number): Promise<void>;
  /** Connections of the pool, for metrics. */
  pool(): { readonly total: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}
