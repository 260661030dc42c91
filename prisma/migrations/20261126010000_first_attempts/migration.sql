-- Nine of ten deliveries end with their first attempt: it stands in their row, where it costs no row, index entry and
-- foreign key of its own. delivery_attempt has those that follow, and the first ones of processes of an earlier version.
ALTER TABLE "delivery" ADD COLUMN "first_started_at" TIMESTAMPTZ(3);
ALTER TABLE "delivery" ADD COLUMN "first_duration_ms" INTEGER;
ALTER TABLE "delivery" ADD COLUMN "first_status" INTEGER;
ALTER TABLE "delivery" ADD COLUMN "first_error" "attempt_error";
ALTER TABLE "delivery" ADD COLUMN "first_response_body" TEXT;
-- Nothing deletes events.
ALTER TABLE "delivery" DROP CONSTRAINT "delivery_event_position_fkey";
