import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/database.ts';
import { before } from './before.ts';

/**
 * How long the oldest event waits that a webhook reads and has not acknowledged, of the two hundred that stopped first
 * in the log and are leased or due; a slow one that is served waits for its receiver alone. At least as long as any
 * webhook is due that nobody serves, wherever it stopped. And how many receivers, of those with something to send, have
 * acknowledged nothing for ten minutes, beside those that acknowledge.
 */
const FIGURES = `
  SELECT count(*) FILTER (WHERE due_at IS NOT NULL AND NOT recent)::int AS failing,
    count(*) FILTER (WHERE recent OR due_at IS NULL AND last_success_at > now() - interval '1 hour')::int AS acknowledging, greatest((
      SELECT coalesce(extract(epoch FROM now() - min(e.occurred_at)), 0)::float8 FROM (
        SELECT q.webhook_id, q.position FROM webhook_queue q
        WHERE CASE WHEN q.worker IS NULL THEN q.due_at <= now() ELSE NOT q.is_slow END ORDER BY q.position LIMIT 200
      ) q CROSS JOIN LATERAL webhook_log(q.webhook_id, q.position, 1, false) e
    ), extract(epoch FROM now() - min(due_at) FILTER (WHERE worker IS NULL AND due_at <= now()))::float8) AS "oldestSeconds"
  FROM (SELECT worker, due_at, last_success_at, coalesce(last_success_at > now() - interval '10 minutes', false) AS recent FROM webhook_queue) q`;

/** The rows of a batch, which takes a fraction of a second. */
const BATCH = 1_000;

/** A pending delivery of an earlier generation counts as cancelled; the retention deletes it once its row says so. */
export const CANCEL_ENDED = `
  UPDATE delivery d SET status = 'cancelled', next_attempt_at = NULL, completed_at = s.last_ended_at
  FROM webhook s WHERE s.id = d.webhook_id AND d.id = ANY (ARRAY(
    SELECT waiting.id FROM webhook s CROSS JOIN LATERAL generate_series(0, s.generation - 1) g (number) CROSS JOIN LATERAL (
      SELECT d.id FROM delivery d WHERE d.webhook_id = s.id AND d.status = 'pending' AND d.generation = g.number
      ORDER BY d.next_attempt_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    ) waiting LIMIT ${BATCH}
  )) RETURNING 1`;

const FORGET_DELETED = `
  DELETE FROM webhook s WHERE s.status = 'deleted' AND NOT EXISTS (SELECT FROM delivery d WHERE d.webhook_id = s.id)`;

/** The webhooks of the installation. */
export interface QueueFigures {
  /** How long the oldest event, or due retry, waits that was not tried yet; 0: none waits. */
  readonly oldestSeconds: number;
  /** Receivers that have acknowledged nothing for ten minutes, while something is to be sent to them. */
  readonly failing: number;
  /** The others that have acknowledged something within the hour. */
  readonly acknowledging: number;
}

/** Figures for the metrics. */
export async function readFigures(database: Database): Promise<QueueFigures> {
  const [row] = await ask<QueueFigures>(database, 'webhooks figures', FIGURES);
  return row ?? { oldestSeconds: 0, failing: 0, acknowledging: 0 };
}

export interface HousekeepingOptions {
  readonly database: Database;
  readonly observeQueue: (figures: QueueFigures) => void;
  /** Called with each batch of cancelled deliveries. */
  readonly cancelled: (count: number) => void;
  readonly succeeded: (doing: string) => void;
  readonly failed: (error: unknown, doing: string) => void;
}

const COUNT_EVERY_MS = 5_000;
const CANCEL_EVERY_MS = 60_000;
const FORGET_EVERY_MS = 10 * 60_000;
/** A statement that takes longer shows that the server is away. */
const STATEMENT_MS = 10_000;
/** The pause between batches, in which others write. */
const PAUSE_MS = 50;
/** How long a stop waits for a running statement; any of them may be interrupted. */
const STOP_MS = 1_000;

/**
 * Counts the queue for the metrics, marks pending deliveries of ended webhooks as cancelled, and deletes deleted
 * webhooks without deliveries (the retention removes old deliveries).
 * @returns how to stop
 */
export function startHousekeeping(options: HousekeepingOptions): () => Promise<void> {
  const stopping = new AbortController();
  const running = Promise.all([
    repeat('counting the queue', COUNT_EVERY_MS, async () => options.observeQueue(await readFigures(options.database))),
    repeat('cancelling', CANCEL_EVERY_MS, () => inBatches(() => cancel(options), stopping.signal)),
    repeat('forgetting', FORGET_EVERY_MS, () => forgetDeleted(options.database)),
  ]);
  return async () => {
    stopping.abort();
    await before(performance.now() + STOP_MS, running);
  };

  async function repeat(doing: string, everyMs: number, work: () => Promise<void>): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await work();
        options.succeeded(doing);
      } catch (error) {
        options.failed(error, doing);
      }
      await sleep(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }
}

async function cancel({ database, cancelled }: HousekeepingOptions): Promise<number> {
  const { length } = await ask(database, 'webhooks cancel', CANCEL_ENDED);
  cancelled(length);
  return length;
}

/** Deletes the rows of deleted webhooks without deliveries. */
export async function forgetDeleted(database: Database): Promise<void> {
  await ask(database, 'webhooks forget', FORGET_DELETED);
}

/** They bypass Prisma, like the statements of deliveries. */
function ask<Row extends object>(database: Database, name: string, text: string): Promise<Row[]> {
  return database.query<Row>({ name, text, values: [] }, { statementMs: STATEMENT_MS });
}

async function inBatches(write: () => Promise<number>, signal: AbortSignal): Promise<void> {
  let count = BATCH;
  while (count === BATCH && !signal.aborted) {
    count = await write();
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
  }
}
