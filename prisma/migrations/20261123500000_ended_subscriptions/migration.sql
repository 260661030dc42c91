-- Since when a subscription is disabled or deleted: what waited for it then is cancelled as of that instant, and written so afterwards.
ALTER TABLE "subscription" ADD COLUMN "ended_at" TIMESTAMPTZ(3);
UPDATE "subscription" SET "ended_at" = "updated_at" WHERE "status" <> 'enabled';
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_ended" CHECK (("status" = 'enabled') = ("ended_at" IS NULL));

-- Owners and operators ask for what waits, or has been cancelled and is not written yet, newest first.
CREATE INDEX "delivery_pending_list" ON "delivery"("subscription_id", "id" DESC) WHERE "status" = 'pending';
