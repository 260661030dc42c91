import type { TransactionClient } from '../../database/database.ts';

/** So many are written in a fraction of a second. */
export const CANCELLED_AT_ONCE = 1_000;

/**
 * Writes `cancelled` to a batch of what waits for a webhook that has ended. Its row is locked, so enabling it waits
 * for the batch, and nothing is cancelled of one that is enabled.
 */
const cancelling = (webhook: string) => `
  WITH ended AS MATERIALIZED (${webhook}), waiting AS (
    SELECT p.id, ended.ended_at FROM ended CROSS JOIN LATERAL (
      SELECT d.id FROM delivery d WHERE d.subscription_id = ended.id AND d.status = 'pending'
      ORDER BY d.next_attempt_at LIMIT $1::int FOR NO KEY UPDATE
    ) p
  )
  UPDATE delivery d SET status = 'cancelled', next_attempt_at = NULL, completed_at = waiting.ended_at
  FROM waiting WHERE d.id = waiting.id RETURNING 1`;

const CANCEL_OF_ONE = cancelling(`
    SELECT s.id, s.ended_at FROM subscription s WHERE s.id = $2::uuid AND s.status <> 'enabled' FOR NO KEY UPDATE`);

/** $1: how many. It does nothing, and waits for nobody, where nothing is left or somebody else is at it. */
export const CANCEL_OF_ANY = cancelling(`
    SELECT s.id, s.ended_at FROM subscription s CROSS JOIN LATERAL (
      SELECT FROM delivery d WHERE d.subscription_id = s.id AND d.status = 'pending' LIMIT 1
    ) first
    WHERE s.status <> 'enabled' LIMIT 1 FOR NO KEY UPDATE OF s SKIP LOCKED`);

/** Cancels a batch of what waits for this webhook, which has ended, in the transaction under way. */
export async function cancelBatchOf(client: TransactionClient, webhookId: string): Promise<void> {
  await client.$queryRawUnsafe(CANCEL_OF_ONE, CANCELLED_AT_ONCE, webhookId);
}

/** Whether anything waits for this webhook. */
export async function hasPending(client: TransactionClient, webhookId: string): Promise<boolean> {
  const rows = await client.$queryRaw<unknown[]>`
    SELECT FROM delivery WHERE subscription_id = ${webhookId}::uuid AND status = 'pending' LIMIT 1`;
  return rows.length > 0;
}
