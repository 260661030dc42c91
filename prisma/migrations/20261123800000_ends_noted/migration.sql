-- When a subscription ends is noted here, because processes of the version before may run beside newer ones, and know nothing of it.
CREATE FUNCTION "subscription_note_end"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.ended_at := CASE WHEN NEW.status = 'enabled' THEN NULL ELSE coalesce(NEW.ended_at, clock_timestamp()) END;
  RETURN NEW;
END
$$;
CREATE TRIGGER "subscription_note_end" BEFORE INSERT OR UPDATE OF "status" ON "subscription"
  FOR EACH ROW EXECUTE FUNCTION "subscription_note_end"();
