-- Owners ask for what failed or was cancelled, a few among a million that were delivered.
CREATE INDEX "delivery_failed" ON "delivery"("subscription_id", "id" DESC) WHERE "status" = 'failed';
CREATE INDEX "delivery_cancelled" ON "delivery"("subscription_id", "id" DESC) WHERE "status" = 'cancelled';
