-- Whether its subscription was disabled while an attempt was under way: that is cancelled unless it is acknowledged, also when the
-- subscription is enabled again before it ends.
ALTER TABLE "delivery" ADD COLUMN "is_last_attempt" BOOLEAN NOT NULL DEFAULT false;
