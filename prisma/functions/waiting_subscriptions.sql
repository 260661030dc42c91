-- Enabled subscriptions with a pending delivery, and when the next one is due. Walks the index from one
-- subscription's first delivery to the next subscription's, however many lie between; the planner is
-- held to the index as in claim_deliveries.
CREATE OR REPLACE FUNCTION "waiting_subscriptions"()
RETURNS TABLE (subscription_id UUID, next_attempt_at TIMESTAMPTZ, is_silent BOOLEAN)
LANGUAGE plpgsql VOLATILE SET enable_sort = off SET enable_bitmapscan = off SET enable_seqscan = off SET jit = off AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH RECURSIVE first AS (
    (SELECT subscription_id, next_attempt_at FROM delivery WHERE status = 'pending' ORDER BY subscription_id, next_attempt_at LIMIT 1)
    UNION ALL
    SELECT next.subscription_id, next.next_attempt_at FROM first f CROSS JOIN LATERAL (
      SELECT d.subscription_id, d.next_attempt_at FROM delivery d
      WHERE d.status = 'pending' AND d.subscription_id > f.subscription_id ORDER BY d.subscription_id, d.next_attempt_at LIMIT 1
    ) next
  )
  SELECT f.subscription_id, f.next_attempt_at, s.silent_since IS NOT NULL
  FROM first f JOIN subscription s ON s.id = f.subscription_id WHERE s.status = 'enabled';
END
$$;
