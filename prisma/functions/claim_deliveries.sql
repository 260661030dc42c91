-- Claims due deliveries of these subscriptions: at most `per_subscription` of each by this call, at most `in_flight`
-- of each by all processes. In-flight attempts are counted by a statement that begins after the advisory lock is held,
-- so two processes never count at once; attempts that have ended but are not written yet are named in `ended` and do
-- not count. Each row says how many slots its subscription had: one that got fewer has no more due. Rows without an id
-- name subscriptions without a free slot. A claim lost in a crash of the server is simply made again, so its commit
-- waits for no disk. The planner is held to the index: statistics show an almost empty queue, for which it would read
-- and sort everything pending at every claim.
CREATE OR REPLACE FUNCTION "claim_deliveries"(subscriptions UUID[], wanted INTEGER, per_subscription INTEGER, in_flight INTEGER, by_worker INTEGER, lease INTERVAL, ended UUID[])
RETURNS TABLE (id UUID, subscription_id UUID, event_id UUID, kind TEXT, event_position BIGINT, payload TEXT, attempt SMALLINT, claim_token UUID, url TEXT, secret TEXT, waited_ms DOUBLE PRECISION, slots INTEGER)
LANGUAGE plpgsql VOLATILE AS $$
#variable_conflict use_column
DECLARE
  held UUID[];
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true), set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true);
  SELECT array_agg(s) INTO held FROM unnest(subscriptions) s WHERE pg_try_advisory_xact_lock(hashtextextended(s::text, 7));
  RETURN QUERY
  WITH free AS MATERIALIZED (
    SELECT s.id, s.url, s.secret, least(per_subscription, in_flight - (
      SELECT count(*) FROM delivery d WHERE d.subscription_id = s.id AND d.status = 'delivering' AND d.claim_token <> ALL (ended)
    )) AS slots
    FROM unnest(held) WITH ORDINALITY AS h (id, place) JOIN subscription s ON s.id = h.id
    WHERE s.status = 'enabled' ORDER BY h.place
  ), due AS (
    SELECT d.id, free.url, free.secret, d.next_attempt_at AS due_at, free.slots
    FROM free CROSS JOIN LATERAL (
      SELECT p.id, p.next_attempt_at FROM delivery p
      WHERE p.subscription_id = free.id AND p.status = 'pending' AND p.next_attempt_at <= clock_timestamp()
      ORDER BY p.next_attempt_at LIMIT greatest(free.slots, 0) FOR UPDATE SKIP LOCKED
    ) d
    LIMIT wanted
  ), claimed AS (
    UPDATE delivery d
    SET status = 'delivering', attempt = d.attempt + 1, next_attempt_at = NULL, worker = by_worker,
      claim_token = gen_random_uuid(), claimed_at = clock_timestamp(), lease_until = clock_timestamp() + lease
    FROM due WHERE d.id = due.id
    RETURNING d.id, d.subscription_id, d.event_id, d.kind, d.event_position, d.payload, d.attempt, d.claim_token, due.url, due.secret,
      extract(epoch FROM clock_timestamp() - due.due_at)::double precision * 1000 AS waited_ms, due.slots::int AS slots
  )
  SELECT c.* FROM claimed c
  UNION ALL SELECT NULL, free.id, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0 FROM free WHERE free.slots <= 0;
END
$$;
