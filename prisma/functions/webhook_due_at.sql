-- When a webhook that has read the log up to `place` has something to send; null: nothing waits.
CREATE OR REPLACE FUNCTION "webhook_due_at"(webhook UUID, place BIGINT) RETURNS TIMESTAMPTZ LANGUAGE sql STABLE AS $$
  SELECT least(
    (SELECT min(d.next_attempt_at) FROM delivery d WHERE d.subscription_id = webhook AND d.status = 'pending' AND d.generation = s.generation),
    CASE WHEN EXISTS (
      SELECT FROM webhook_kind k CROSS JOIN LATERAL (
        SELECT FROM event e WHERE e.kind = k.kind AND e.position > greatest(k.after_position, place) LIMIT 1
      ) waiting WHERE k.webhook_id = webhook
    ) THEN now() END
  )
  FROM subscription s WHERE s.id = webhook AND s.status = 'enabled'
$$;
