-- When the webhook's receiver last acknowledged a delivery. It stands here because this row is written with every batch
-- of deliveries anyway.
ALTER TABLE "webhook_queue" ADD COLUMN "last_success_at" TIMESTAMPTZ(3);
