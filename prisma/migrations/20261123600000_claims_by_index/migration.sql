-- Claims what is due of these subscriptions, at most `per_subscription` of one and `in_flight` of one among all processes. A function, so
-- that what is in flight is counted by a statement that begins after the subscription is held: two processes never count at once.
-- A row says how many slots its subscription had: one that got fewer has no more due. Rows without an id name those that had none.
-- A claim that a crash of the server undoes is made again, so its commit waits for no disk. Almost nothing waits as a rule, by which
-- PostgreSQL plans: it would read and sort all that waits for a subscription, once for every claim, as soon as something does.
CREATE OR REPLACE FUNCTION "claim_deliveries"(subscriptions UUID[], wanted INTEGER, per_subscription INTEGER, in_flight INTEGER, by_worker INTEGER, lease INTERVAL)
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
      SELECT count(*) FROM delivery d WHERE d.subscription_id = s.id AND d.status = 'delivering'
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

-- Subscriptions with something to send, now or later, and when. It walks the index from one subscription's first delivery to the next
-- subscription's, however many lie between; the plan is held to that for the same reason. What waits
-- for one that has ended is cancelled.
CREATE FUNCTION "waiting_subscriptions"()
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
