/** Statements that no delivery waits for. They bypass Prisma, like those of queueStatements.ts. */

/**
 * How long the oldest event waits that a webhook reads and has not acknowledged, of the two hundred that stopped first
 * in the log and are leased or due; a slow one that is served waits for its receiver alone. And how many receivers, of
 * those with something to send, have acknowledged nothing for ten minutes, beside those that acknowledge.
 */
export const FIGURES = `
  SELECT count(*) FILTER (WHERE due_at IS NOT NULL AND NOT recent)::int AS failing,
    count(*) FILTER (WHERE recent OR due_at IS NULL AND last_success_at > now() - interval '1 hour')::int AS acknowledging, (
      SELECT coalesce(extract(epoch FROM now() - min(e.occurred_at)), 0)::float8 FROM (
        SELECT q.webhook_id, q.position FROM webhook_queue q
        WHERE CASE WHEN q.worker IS NULL THEN q.due_at <= now() ELSE NOT q.is_slow END ORDER BY q.position LIMIT 200
      ) q CROSS JOIN LATERAL webhook_log(q.webhook_id, q.position, 1, false) e
    ) AS "oldestSeconds"
  FROM (SELECT due_at, last_success_at, coalesce(last_success_at > now() - interval '10 minutes', false) AS recent FROM webhook_queue) q`;

/** The rows of a batch, which takes a fraction of a second. */
export const HOUSEKEEPING_BATCH = 1_000;

/** A pending delivery of an earlier generation counts as cancelled; the retention deletes it once its row says so. */
export const CANCEL_ENDED = `
  UPDATE delivery d SET status = 'cancelled', next_attempt_at = NULL, completed_at = s.last_ended_at
  FROM subscription s WHERE s.id = d.subscription_id AND d.id = ANY (ARRAY(
    SELECT waiting.id FROM subscription s CROSS JOIN LATERAL generate_series(0, s.generation - 1) g (number) CROSS JOIN LATERAL (
      SELECT d.id FROM delivery d WHERE d.subscription_id = s.id AND d.status = 'pending' AND d.generation = g.number
      ORDER BY d.next_attempt_at LIMIT ${HOUSEKEEPING_BATCH} FOR UPDATE SKIP LOCKED
    ) waiting LIMIT ${HOUSEKEEPING_BATCH}
  )) RETURNING 1`;

export const FORGET_DELETED = `
  DELETE FROM subscription s WHERE s.status = 'deleted' AND NOT EXISTS (SELECT FROM delivery d WHERE d.subscription_id = s.id)`;
