/** Statements that no delivery waits for. They bypass Prisma, like those of queueStatements.ts. */

/**
 * Counts deliveries that wait in the log, up to 10,000 for each webhook and kind, or listed anime, and only of webhooks
 * that are leased or due: the others have read the log, and ten thousand of them would take long to examine.
 */
export const DEPTH = `
  WITH stored AS MATERIALIZED (
    SELECT d.subscription_id AS webhook_id, count(*) AS count FROM delivery d JOIN subscription s ON s.id = d.subscription_id
    WHERE d.status = 'pending' AND d.generation = s.generation AND s.status = 'enabled' GROUP BY 1
  ), logged AS MATERIALIZED (
    SELECT q.webhook_id, (SELECT count(*) FROM webhook_log(q.webhook_id, q.position, 10000, false)) AS count
    FROM webhook_queue q WHERE q.worker IS NOT NULL OR q.due_at <= now()
  )
  SELECT (coalesce((SELECT sum(count) FROM stored), 0) + coalesce((SELECT sum(count) FROM logged), 0))::int AS pending,
    coalesce(greatest(extract(epoch FROM now() - (
      SELECT min(q.due_at) FROM webhook_queue q WHERE q.worker IS NULL AND q.due_at <= now()
        AND (q.webhook_id IN (SELECT webhook_id FROM stored) OR q.webhook_id IN (SELECT webhook_id FROM logged WHERE count > 0))
    )), 0), 0)::double precision AS "oldestDueSeconds"`;

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
