import type pg from 'pg';
import type { Database } from '../../database/database.ts';

/** Any number, the same in every process: who holds it keeps the shared index. */
const LOCK = 4_219_710_332;

/** Its statements touch no table: a server that takes longer is away, and the lock with it. */
const STATEMENT_MS = 5_000;

/**
 * The server ends the session, and with it the turn, of a process that it has not heard for so long: TCP alone tells neither of a
 * process that hangs nor of a host whose proxy lives on.
 */
const SILENCE_MS = 15_000;
const HEARTBEAT_MS = 3_000;
/** Before the server does, a process whose heartbeats are not answered takes its turn for lost. */
const PATIENCE_MS = 12_000;

/**
 * Runs `work` while this process holds the installation's turn at the shared index. The embedded database is open in one process
 * alone, which needs no lock and has no connection to spare for it.
 * @param work is given a question to ask before each step: whether the turn is still held
 * @returns false when another process holds the turn
 */
export async function holdingTurn(
  database: Database,
  work: (stillHeld: () => boolean) => Promise<void>,
): Promise<boolean> {
  if (database.kind === 'embedded') {
    await work(() => true);
    return true;
  }
  const holding = async (connection: pg.ClientBase): Promise<boolean> => {
    const { rows } = await connection.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1) AS held', [LOCK]);
    if (rows[0]?.held !== true) return false;
    await connection.query(`SET idle_session_timeout = ${SILENCE_MS}`);
    let answeredAt = Date.now();
    const heartbeat = setInterval(() => {
      connection.query('SELECT 1').then(
        () => {
          answeredAt = Date.now();
        },
        () => {
          answeredAt = 0;
        },
      );
    }, HEARTBEAT_MS);
    const stillHeld = () => Date.now() - answeredAt < PATIENCE_MS;
    try {
      await work(stillHeld);
    } finally {
      clearInterval(heartbeat);
    }
    // Its session is closed with whatever it still holds.
    if (!stillHeld()) throw new Error('the turn at the shared index was lost: the database did not answer');
    await connection.query('RESET idle_session_timeout');
    await connection.query('SELECT pg_advisory_unlock($1)', [LOCK]);
    return true;
  };
  return database.session(holding, { statementMs: STATEMENT_MS });
}
