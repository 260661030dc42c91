import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from '../../database/database.ts';
import { RETENTION_BATCH, type RetentionRule } from './retentionRules.ts';

export interface RetentionObserver {
  /** A batch is removed. */
  readonly removed: (rule: RetentionRule, count: number) => void;
  /** @param oldest the result of its statement; null: no row */
  readonly succeeded: (rule: RetentionRule, oldest: number | null) => void;
  readonly failed: (rule: RetentionRule, error: unknown) => void;
}

/** The lock of the one process that removes: an arbitrary pair. */
const LOCK = [0x6b_65_65_70, 1];
const STATEMENT_MS = 30_000;
/** The server ends the session, and with it the lock, of a process that stops between two statements. */
const SILENCE_MS = 15_000;
/** The pause between batches, in which others write. */
const PAUSE_MS = 50;

type Query = <Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

/**
 * Removes the rows that the rules no longer keep, batch by batch, in one process of the installation at a time. A rule
 * that fails does not stop the others.
 * @param signal ends it after the batch under way
 * @returns false when another process does so now
 */
export async function runRetention(
  database: Pick<Database, 'kind' | 'query' | 'session'>,
  rules: readonly RetentionRule[],
  observer: RetentionObserver,
  signal: AbortSignal,
): Promise<boolean> {
  if (database.kind === 'embedded') {
    // Only one process opens it. A session would block its only connection.
    await runRules((text, values = []) => database.query({ text, values: [...values] }), rules, observer, signal);
    return true;
  }
  const holding = async (connection: pg.ClientBase): Promise<boolean> => {
    const query: Query = async (text, values = []) => (await connection.query({ text, values: [...values] })).rows;
    const [row] = await query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS locked', LOCK);
    if (row?.locked !== true) return false;
    await query(`SET idle_session_timeout = ${SILENCE_MS}`);
    await runRules(query, rules, observer, signal);
    await query('RESET idle_session_timeout');
    await query('SELECT pg_advisory_unlock($1, $2)', LOCK);
    return true;
  };
  return await database.session(holding, { statementMs: STATEMENT_MS });
}

async function runRules(
  query: Query,
  rules: readonly RetentionRule[],
  observer: RetentionObserver,
  signal: AbortSignal,
): Promise<void> {
  for (const rule of rules) {
    if (signal.aborted) return;
    try {
      await runRule(query, rule, (count) => observer.removed(rule, count), signal);
      const [row] = await query<{ at: number | null }>(rule.oldest);
      observer.succeeded(rule, row?.at ?? null);
    } catch (error) {
      observer.failed(rule, error);
    }
  }
}

async function runRule(
  query: Query,
  rule: RetentionRule,
  removed: (count: number) => void,
  signal: AbortSignal,
): Promise<void> {
  if (rule.days === 0) return;
  const [row] = await query<Record<string, string | null>>(rule.bounds, [rule.days]);
  const bounds = Object.values(row ?? {});
  if (bounds.length === 0 || bounds.includes(null)) return;
  for (let count = RETENTION_BATCH; count === RETENTION_BATCH && !signal.aborted; ) {
    count = (await query(rule.remove, bounds)).length;
    if (count > 0) removed(count);
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
  }
}
