import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { errorCode } from '../errors.ts';

/** How a pool of connections before PostgreSQL (PgBouncer and its kind) treats its clients. */
export interface PoolManners {
  /** Whether a client keeps its session between transactions: settings, locks and LISTEN belong to one. */
  readonly keepsSessions: boolean;
  /** Whether a client finds what it prepared, and nobody else's. */
  readonly keepsStatements: boolean;
}

/** Other clients of the pool may hide an exchange of sessions once. */
const ROUNDS = 3;
/** How long a client's statement may wait for the session that another has. */
const PATIENCE_MS = 300;
/** invalid_sql_statement_name, duplicate_prepared_statement */
const STATEMENT_LOST = ['26000', '42P05'];

/**
 * Finds out with two clients. The answers to each, outside a transaction and again while the second is in one, must
 * come from a session of its own.
 * @param one connected
 * @param other connected
 */
export async function probePool(one: pg.Client, other: pg.Client, timeoutMs: number): Promise<PoolManners> {
  let [keepsSessions, keepsStatements] = [true, true];
  const session = async (client: pg.Client): Promise<number | null> => {
    const asked = { name: 'catalog_probe', text: 'SELECT pg_backend_pid() AS pid', query_timeout: timeoutMs };
    try {
      return (await client.query<{ pid: number }>(asked)).rows[0]?.pid ?? null;
    } catch (error) {
      if (!STATEMENT_LOST.includes(errorCode(error))) throw error;
      keepsStatements = false;
      return null;
    }
  };
  for (let round = 0; round < ROUNDS && keepsSessions && keepsStatements; round += 1) {
    const own = [await session(one), await session(other)];
    await other.query('BEGIN');
    const taken = await session(other);
    const again = session(one);
    // A pool of one session answers after the transaction.
    await Promise.race([again.catch(() => {}), sleep(PATIENCE_MS)]);
    await other.query('ROLLBACK');
    keepsSessions = own[0] !== own[1] && (await again) === own[0] && taken === own[1];
  }
  return { keepsSessions, keepsStatements };
}
