-- As claim_deliveries: for processes of the previous version nothing waits.
CREATE OR REPLACE FUNCTION "waiting_subscriptions"()
RETURNS TABLE (subscription_id UUID, next_attempt_at TIMESTAMPTZ, is_silent BOOLEAN)
LANGUAGE plpgsql VOLATILE SET enable_sort = off SET enable_bitmapscan = off SET enable_seqscan = off SET jit = off AS $$
BEGIN
  RETURN;
END
$$;
