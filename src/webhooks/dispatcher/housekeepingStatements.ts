/** Statements that no delivery waits for. They bypass Prisma, like those of queueStatements.ts. */

/**
 * How far the webhooks that are leased or due are behind the log, in events, those of other kinds among them, and since
 * when the oldest waits at least: since it became due, or since the first event behind it, where that is younger. An
 * idle webhook is not behind, wherever it stopped reading.
 */
export const LAG = `
  SELECT coalesce(sum(h.position - q.position), 0)::float8 AS events, coalesce(max(h.position - q.position), 0)::float8 AS "mostEvents",
    coalesce(greatest(extract(epoch FROM now() - greatest(min(CASE WHEN q.worker IS NULL THEN q.due_at ELSE q.leased_at END), (
      SELECT e.occurred_at FROM event e WHERE e.position > min(q.position) ORDER BY e.position LIMIT 1
    ))), 0), 0)::float8 AS "oldestSeconds"
  FROM webhook_queue q CROSS JOIN publication_head h WHERE q.worker IS NOT NULL OR q.due_at <= now()`;

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
