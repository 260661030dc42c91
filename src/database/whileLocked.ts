import type pg from 'pg';
import type { Database } from './database.ts';

/** A lock that one process of the installation holds at a time. */
export interface ProcessLock {
  /** Any numbers, the same in every process. */
  readonly key: readonly [number, number];
  /** As in "the lock of the shared index". */
  readonly name: string;
}

/** Its statements touch no table: a slower server counts as unreachable. */
const STATEMENT_MS = 5_000;

/**
 * The server ends the session, and with it the lock, of a process silent for so long: TCP detects neither a hung
 * process nor a host that vanished behind a proxy.
 */
const SILENCE_MS = 15_000;
const HEARTBEAT_MS = 3_000;
/** A process whose heartbeats are not answered treats the lock as lost before the server ends the session. */
const PATIENCE_MS = 12_000;

/**
 * Runs `work` while this process holds the lock. The embedded database serves one process alone, which needs no lock
 * and has no connection to spare.
 * @param work calls `isHeld` before each step
 * @returns false when another process holds the lock
 */
export async function whileLocked(
  database: Pick<Database, 'kind' | 'session'>,
  { key, name }: ProcessLock,
  work: (isHeld: () => boolean) => Promise<void>,
): Promise<boolean> {
  if (database.kind === 'embedded') {
    await work(() => true);
    return true;
  }
  const holding = async (connection: pg.ClientBase): Promise<boolean> => {
    const { rows } = await connection.query('SELECT pg_try_advisory_lock($1, $2) AS held', [...key]);
    if (rows[0]?.held !== true) return false;
    await connection.query(`SET idle_session_timeout = ${SILENCE_MS}`);
    // When the newest answered heartbeat was sent: its answer may have waited while this process was paused.
    let answered = performance.now();
    const heartbeat = setInterval(() => {
      const sent = performance.now();
      connection.query('SELECT 1').then(
        () => {
          answered = sent;
        },
        () => {
          answered = Number.NEGATIVE_INFINITY;
        },
      );
    }, HEARTBEAT_MS);
    const isHeld = () => performance.now() - answered < PATIENCE_MS;
    let failure: unknown;
    try {
      await work(isHeld);
    } catch (error) {
      failure = error;
    } finally {
      clearInterval(heartbeat);
    }
    // The lost lock comes first: what else failed, failed for the same reason. Closing the session releases the lock.
    if (!isHeld()) throw new Error(`${name} was lost: the database did not answer`);
    if (failure !== undefined) throw failure;
    await connection.query('RESET idle_session_timeout');
    await connection.query('SELECT pg_advisory_unlock($1, $2)', [...key]);
    return true;
  };
  return database.session(holding, { statementMs: STATEMENT_MS });
}
