-- Claims as before, but attempts that have ended are in flight no longer, though the worker has not written yet how: it names them by
-- their tokens, so that each row is counted or not by what it is when the statement reads it.
-- What is in flight is counted by a statement that begins after the subscription is held: two processes never count at once.
-- A row says how many slots its subscription had: one that got fewer has no more due. Rows without an id name those that had none.
-- A claim that a crash of the server undoes is made again, so its commit waits for no disk. Almost nothing waits as a rule, by which
-- PostgreSQL plans: it would read and sort all that waits for a subscription, once for every claim, as soon as something does.
CREATE FUNCTION "claim_deliveries"(subscriptions UUID[], wanted INTEGER, per_subscription INTEGER, in_flight INTEGER, by_worker INTEGER, lease INTERVAL, ended UUID[])
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

-- For processes of the version before, while an upgrade rolls.
CREATE OR REPLACE FUNCTION "claim_deliveries"(subscriptions UUID[], wanted INTEGER, per_subscription INTEGER, in_flight INTEGER, by_worker INTEGER, lease INTERVAL)
RETURNS TABLE (id UUID, subscription_id UUID, event_id UUID, kind TEXT, event_position BIGINT, payload TEXT, attempt SMALLINT, claim_token UUID, url TEXT, secret TEXT, waited_ms DOUBLE PRECISION, slots INTEGER)
LANGUAGE sql VOLATILE AS $$
  SELECT * FROM "claim_deliveries"(subscriptions, wanted, per_subscription, in_flight, by_worker, lease, '{}');
$$;
