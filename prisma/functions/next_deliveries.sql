-- What leased webhooks are to be sent next: urgent deliveries, those due again, and what follows in the log.
-- `asked`: an array of {webhookId, epoch, after, take, urgent}; `sending`: deliveries that are being sent. A row
-- without an id is of a webhook with none; a webhook without a row has lost its lease or is not enabled. The planner
-- is held to the indexes: the statistics of an almost empty log, or queue, make it read and sort everything that
-- waits each time. It finds webhooks one by one (OFFSET 0): planned while there are few, a join would read all of them.
CREATE OR REPLACE FUNCTION "next_deliveries"(asked JSON, sending UUID[])
RETURNS TABLE (webhook_id UUID, url TEXT, secret TEXT, generation INTEGER, revision INTEGER, head BIGINT, id UUID, event_id UUID, event_position BIGINT, kind TEXT,
  payload TEXT, cycle SMALLINT, attempt INTEGER, created_at TIMESTAMPTZ, is_urgent BOOLEAN, is_from_log BOOLEAN)
LANGUAGE plpgsql VOLATILE SET enable_sort = off SET enable_bitmapscan = off SET enable_seqscan = off SET enable_hashjoin = off
  SET enable_mergejoin = off SET jit = off AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT a."webhookId", s.url, s.secret, s.generation, s.revision, h.position, w.*
  FROM json_to_recordset(asked) AS a ("webhookId" uuid, epoch int, after bigint, take int, urgent int)
  JOIN publication_head h ON h.id = 1
  CROSS JOIN LATERAL (SELECT FROM webhook_queue q WHERE q.webhook_id = a."webhookId" AND q.epoch = a.epoch OFFSET 0) q
  CROSS JOIN LATERAL (
    SELECT s.url, s.secret, s.generation, s.revision FROM webhook s WHERE s.id = a."webhookId" AND s.status = 'enabled' OFFSET 0
  ) s
  LEFT JOIN LATERAL (
    (SELECT d.id, d.event_id, d.event_position, d.kind, d.payload, d.cycle, d.attempt + 1, d.created_at, true, false
      FROM delivery d WHERE d.webhook_id = a."webhookId" AND d.status = 'pending' AND d.is_urgent
        AND d.generation = s.generation AND d.id <> ALL (sending)
      ORDER BY d.next_attempt_at LIMIT a.urgent)
    UNION ALL
    (SELECT d.id, d.event_id, d.event_position, d.kind, d.payload, d.cycle, d.attempt + 1, d.created_at, false, false
      FROM delivery d WHERE d.webhook_id = a."webhookId" AND d.generation = s.generation AND d.status = 'pending'
        AND d.next_attempt_at <= now() AND NOT d.is_urgent AND d.id <> ALL (sending)
      ORDER BY d.next_attempt_at LIMIT a.take)
    UNION ALL
    (SELECT delivery_id_of(a."webhookId", e.id, e.position), e.id, e.position, e.kind::text, NULL, 0::smallint, 1, e.occurred_at, false, true
      FROM webhook_log(a."webhookId", a.after, a.take, true) e ORDER BY e.position LIMIT a.take)
  ) w ON true;
END
$$;
