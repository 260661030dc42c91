import type { Pool } from 'pg';
import type { ReadStatement, TextRows, TransactionClient } from './database.ts';
import { DatabaseError } from './databaseError.ts';
import { createStatementNames } from './statementNames.ts';

/** Most reads that may wait for a pooled connection: further ones would outlive their callers and fill the memory. */
const LONGEST_QUEUE = 1_000;

/** The texts of reads are few: one for each kind of list and combination of filters. */
const MOST_NAMES = 1_000;

const asText = { getTypeParser: () => (value: unknown) => value };

/**
 * Reads without Prisma's runtime, which doubles the driver's work on a page of JSON text: as a named prepared statement
 * on the pool, or through Prisma's client inside an ambient transaction, whose connection only Prisma knows.
 */
export function createReader(
  pool: Pool,
  ambient: () => TransactionClient | undefined,
): (statement: ReadStatement) => Promise<TextRows> {
  const nameOf = createStatementNames({ prefix: 'read_', names: MOST_NAMES, sightings: 1 });
  return async ({ text, values }) => {
    const transaction = ambient();
    if (transaction !== undefined) return readIn(transaction, { text, values });
    if (pool.waitingCount >= LONGEST_QUEUE) {
      throw new DatabaseError('database_busy', `${LONGEST_QUEUE} reads wait for a connection of the database already`);
    }
    const { rows } = await pool.query({
      name: nameOf({ sql: text }),
      text,
      values: [...values],
      rowMode: 'array',
      types: asText,
    });
    return rows;
  };
}

/** Runs the same statement in the caller's transaction. */
export async function readIn(transaction: TransactionClient, { text, values }: ReadStatement): Promise<TextRows> {
  const rows = await transaction.$queryRawUnsafe<Record<string, string | null>[]>(text, ...values);
  return rows.map((row) => Object.values(row));
}
