import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from '../../database/database.ts';
import { whileLocked } from '../../database/whileLocked.ts';
import { RETENTION_BATCH, type RetentionRule } from './retentionRules.ts';

export interface RetentionObserver {
  /** A batch is removed. */
  readonly removed: (rule: RetentionRule, count: number) => void;
  /** @param oldest the result of its statement; null: no row */
  readonly succeeded: (rule: RetentionRule, oldest: number | null) => void;
  readonly failed: (rule: RetentionRule, error: unknown) => void;
}

/** Of the one process that removes. */
const LOCK = { key: [0x6b_65_65_70, 1], name: 'the lock of the retention' } as const;
const STATEMENT_MS = 30_000;
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
  const query: Query = (text, values = []) =>
    database.query({ text, values: [...values] }, { statementMs: STATEMENT_MS });
  return await whileLocked(database, LOCK, async (isHeld) => {
    for (const rule of rules) {
      if (signal.aborted || !isHeld()) return;
      try {
        await runRule(
          query,
          rule,
          (count) => observer.removed(rule, count),
          () => signal.aborted || !isHeld(),
        );
        const [row] = await query<{ at: number | null }>(rule.oldest);
        observer.succeeded(rule, row?.at ?? null);
      } catch (error) {
        observer.failed(rule, error);
      }
    }
  });
}

async function runRule(
  query: Query,
  rule: RetentionRule,
  removed: (count: number) => void,
  isOver: () => boolean,
): Promise<void> {
  if (rule.days === 0) return;
  const [row] = await query<Record<string, string | null>>(rule.bounds, [rule.days]);
  const bounds = Object.values(row ?? {});
  if (bounds.length === 0 || bounds.includes(null)) return;
  for (let count = RETENTION_BATCH; count === RETENTION_BATCH && !isOver(); ) {
    count = (await query(rule.remove, bounds)).length;
    if (count > 0) removed(count);
    await sleep(PAUSE_MS);
  }
}
