-- For processes of the previous version during a rolling upgrade.
CREATE OR REPLACE FUNCTION "claim_deliveries"(subscriptions UUID[], wanted INTEGER, per_subscription INTEGER, in_flight INTEGER, by_worker INTEGER, lease INTERVAL)
RETURNS TABLE (id UUID, subscription_id UUID, event_id UUID, kind TEXT, event_position BIGINT, payload TEXT, attempt SMALLINT, claim_token UUID, url TEXT, secret TEXT, waited_ms DOUBLE PRECISION, slots INTEGER)
LANGUAGE sql VOLATILE AS $$
  SELECT * FROM "claim_deliveries"(subscriptions, wanted, per_subscription, in_flight, by_worker, lease, '{}');
$$;
