-- The operator asks for them whoever's they are: a few old ones among a million that were delivered since.
CREATE INDEX "delivery_failed_of_all" ON "delivery"("id" DESC) WHERE "status" = 'failed';
CREATE INDEX "delivery_cancelled_of_all" ON "delivery"("id" DESC) WHERE "status" = 'cancelled';
