-- A list of one kind reads none of the others; a list of all reads the newest of each kind.
DROP INDEX "delivery_list";
CREATE INDEX "delivery_list" ON "delivery"("subscription_id", "kind", "id");
-- Of an event the ids of deliveries are known (delivery_id_of), but for those of version 7: tests, and deliveries made
-- before ids were derived.
CREATE INDEX "delivery_event" ON "delivery"("event_id") WHERE get_byte(uuid_send("id"), 6) < 128;
