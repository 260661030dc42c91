-- Processes of the previous version claim nothing any more: they write how what they have in flight ends, and newer
-- ones send the rest.
CREATE OR REPLACE FUNCTION "claim_deliveries"(subscriptions UUID[], wanted INTEGER, per_subscription INTEGER, in_flight INTEGER, by_worker INTEGER, lease INTERVAL, ended UUID[])
RETURNS TABLE (id UUID, subscription_id UUID, event_id UUID, kind TEXT, event_position BIGINT, payload TEXT, attempt SMALLINT, claim_token UUID, url TEXT, secret TEXT, waited_ms DOUBLE PRECISION, slots INTEGER)
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN;
END
$$;
