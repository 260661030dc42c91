-- Since when a subscription is disabled or deleted: what waited for it then is cancelled as of that instant, and written so afterwards.
ALTER TABLE "subscription" ADD COLUMN "ended_at" TIMESTAMPTZ(3);
UPDATE "subscription" SET "ended_at" = "updated_at" WHERE "status" <> 'enabled';

-- Noted here, because processes of the version before may run beside newer ones, and know nothing of it.
CREATE FUNCTION "subscription_note_end"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.ended_at := CASE WHEN NEW.status = 'enabled' THEN NULL ELSE coalesce(NEW.ended_at, clock_timestamp()) END;
  RETURN NEW;
END
$$;
CREATE TRIGGER "subscription_note_end" BEFORE INSERT OR UPDATE OF "status" ON "subscription"
  FOR EACH ROW EXECUTE FUNCTION "subscription_note_end"();
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_ended" CHECK (("status" = 'enabled') = ("ended_at" IS NULL));

-- Owners and operators ask for what waits, or has been cancelled and is not written yet, newest first.
CREATE INDEX "delivery_pending_list" ON "delivery"("subscription_id", "id" DESC) WHERE "status" = 'pending';
