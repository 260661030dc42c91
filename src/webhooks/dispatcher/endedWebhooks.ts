import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/database.ts';

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

/** A statement that takes longer shows that the server is away. */
const STATEMENT_MS = 10_000;
/** The pause between batches, in which others write. */
const PAUSE_MS = 50;

/**
 * Marks pending deliveries of ended webhooks as cancelled, batch by batch, and deletes deleted webhooks without
 * deliveries (the retention removes old deliveries).
 * @param cancelled called with each batch
 */
export async function settleEndedWebhooks(
  database: Pick<Database, 'query'>,
  cancelled: (count: number) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let count = BATCH; count === BATCH && !signal.aborted; ) {
    count = await write(database, 'webhooks cancel', CANCEL_ENDED);
    cancelled(count);
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
  }
  await write(database, 'webhooks forget', FORGET_DELETED);
}

async function write(database: Pick<Database, 'query'>, name: string, text: string): Promise<number> {
  return (await database.query({ name, text, values: [] }, { statementMs: STATEMENT_MS })).length;
}
