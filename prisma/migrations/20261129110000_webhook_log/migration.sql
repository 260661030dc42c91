-- What a webhook reads of the log after a position: events of its kinds, of all anime or of those that it lists, the
-- first `most` of each kind or anime, oldest first. Where `unsent`, without those that are written already, under an
-- earlier lease. The planner puts its text into the statement that calls it, which keeps the indexes in use.
CREATE OR REPLACE FUNCTION "webhook_log"(webhook UUID, "after" BIGINT, most INTEGER, unsent BOOLEAN)
RETURNS TABLE (id UUID, "position" BIGINT, kind "event_kind", occurred_at TIMESTAMPTZ) LANGUAGE sql STABLE AS $$
  SELECT e.* FROM webhook_kind k CROSS JOIN LATERAL (
    SELECT e.id, e.position, e.kind, e.occurred_at FROM event e
    WHERE e.kind = k.kind AND e.position > greatest(k.all_after, "after")
      AND (NOT unsent OR (SELECT true FROM delivery d WHERE d.id = delivery_id_of(webhook, e.id, e.position)) IS NULL)
    ORDER BY e.position LIMIT most
  ) e WHERE k.webhook_id = webhook AND k.all_after IS NOT NULL
  UNION ALL
  SELECT e.* FROM webhook_anime a CROSS JOIN LATERAL (
    SELECT e.id, e.position, e.kind, e.occurred_at FROM event e
    JOIN webhook_kind k ON k.webhook_id = webhook AND k.kind = e.kind AND k.after_position < e.position
    WHERE e.anime_id = a.anime_id AND e.position > greatest(a.after_position, "after") AND (e.position > k.all_after) IS NOT TRUE
      AND (NOT unsent OR (SELECT true FROM delivery d WHERE d.id = delivery_id_of(webhook, e.id, e.position)) IS NULL)
    ORDER BY e.position LIMIT most
  ) e WHERE a.webhook_id = webhook
$$;
