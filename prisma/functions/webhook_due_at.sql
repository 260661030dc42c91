-- When a webhook that has read the log up to `place` has something to send; null: nothing waits.
CREATE OR REPLACE FUNCTION "webhook_due_at"(webhook UUID, place BIGINT) RETURNS TIMESTAMPTZ LANGUAGE sql STABLE AS $$
  SELECT least(
    (SELECT min(d.next_attempt_at) FROM delivery d WHERE d.subscription_id = webhook AND d.status = 'pending' AND d.generation = s.generation),
    CASE WHEN EXISTS (
      SELECT FROM webhook_kind k CROSS JOIN LATERAL (
        SELECT FROM event e WHERE e.kind = k.kind AND e.position > greatest(k.all_after, place) LIMIT 1
      ) waiting WHERE k.webhook_id = webhook AND k.all_after IS NOT NULL
    ) OR EXISTS (
      SELECT FROM webhook_anime a CROSS JOIN LATERAL (
        SELECT FROM event e JOIN webhook_kind k ON k.webhook_id = webhook AND k.kind = e.kind AND k.after_position < e.position
        WHERE e.anime_id = a.anime_id AND e.position > greatest(a.after_position, place) AND (e.position > k.all_after) IS NOT TRUE
        LIMIT 1
      ) waiting WHERE a.webhook_id = webhook
    ) THEN now() END
  )
  FROM subscription s WHERE s.id = webhook AND s.status = 'enabled'
$$;
