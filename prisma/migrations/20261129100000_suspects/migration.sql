-- Which delivery was in flight, alone of its webhook, when holders of the lease died: what they are counted for.
ALTER TABLE "webhook_queue" ADD COLUMN "suspect_id" UUID;
