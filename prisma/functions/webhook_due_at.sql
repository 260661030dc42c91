-- When a webhook that has read the log up to `place` has something to send; null: nothing waits.
CREATE OR REPLACE FUNCTION "webhook_due_at"(webhook UUID, place BIGINT) RETURNS TIMESTAMPTZ LANGUAGE sql STABLE AS $$
  SELECT least(
    (SELECT min(d.next_attempt_at) FROM delivery d WHERE d.webhook_id = webhook AND d.status = 'pending' AND d.generation = s.generation),
    CASE WHEN EXISTS (SELECT FROM webhook_log(webhook, place, 1, false)) THEN now() END
  )
  FROM webhook s WHERE s.id = webhook AND s.status = 'enabled'
$$;
