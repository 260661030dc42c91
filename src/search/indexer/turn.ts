import type pg from 'pg';
import type { Database } from '../../database/database.ts';

/** Any number, the same in every process: who holds it keeps the shared index. */
const LOCK = 4_219_710_332;

/** Its statements touch no table: a server that takes longer is away, and the lock with it. */
const STATEMENT_MS = 5_000;

/**
 * Runs `work` while this process holds the installation's turn at the shared index. The embedded database is open in one process
 * alone, which needs no lock and has no connection to spare for it.
 * @param work is given a question to ask before each step: whether the turn is still held
 * @returns false when another process holds the turn
 */
export async function holdingTurn(
  database: Database,
  work: (stillHeld: () => Promise<boolean>) => Promise<void>,
): Promise<boolean> {
  if (database.kind === 'embedded') {
    await work(async () => true);
    return true;
  }
  const holding = async (connection: pg.ClientBase): Promise<boolean> => {
    const { rows } = await connection.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1) AS held', [LOCK]);
    if (rows[0]?.held !== true) return false;
    try {
      await work(async () => {
        // A connection that was cut has lost the lock with it; the query then throws.
        await connection.query('SELECT 1');
        return true;
      });
    } finally {
      await connection.query('SELECT pg_advisory_unlock($1)', [LOCK]).catch(() => {});
    }
    return true;
  };
  return database.session(holding, { statementMs: STATEMENT_MS });
}
