-- Notes when a subscription ends. A trigger, because processes of an earlier version may run beside newer ones.
CREATE OR REPLACE FUNCTION "subscription_note_end"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.ended_at := CASE WHEN NEW.status = 'enabled' THEN NULL ELSE coalesce(NEW.ended_at, clock_timestamp()) END;
  RETURN NEW;
END
$$;
