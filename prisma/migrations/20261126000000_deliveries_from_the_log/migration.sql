-- A webhook has a place in the log of events instead of a row for every event that waits for it. A delivery is
-- written when an attempt at it has ended. `position`: the events up to here need not be read again. `due_at`: when
-- there is something to send; null: nothing waits. `worker` holds the lease, `epoch` counts its holders and fences
-- what they write, `crashes` counts holders that died since one wrote.
CREATE TABLE "webhook_queue" (
    "webhook_id" UUID NOT NULL,
    "position" BIGINT NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "is_slow" BOOLEAN NOT NULL DEFAULT false,
    "worker" INTEGER,
    "epoch" INTEGER NOT NULL DEFAULT 0,
    "crashes" SMALLINT NOT NULL DEFAULT 0,

    CONSTRAINT "webhook_queue_pkey" PRIMARY KEY ("webhook_id")
)
-- Its position moves with every batch of deliveries: room for that on the page, and dead rows removed soon.
WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 1);
ALTER TABLE "webhook_queue" ADD CONSTRAINT "webhook_queue_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "subscription"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
CREATE INDEX "webhook_queue_due" ON "webhook_queue"("is_slow", "due_at") WHERE "worker" IS NULL AND "due_at" IS NOT NULL;
CREATE INDEX "webhook_queue_leased" ON "webhook_queue"("worker") WHERE "worker" IS NOT NULL;

-- The kinds of events that an enabled webhook reads, each after a position: its start, or the head when the kind was
-- added.
CREATE TABLE "webhook_kind" (
    "webhook_id" UUID NOT NULL,
    "kind" "event_kind" NOT NULL,
    "after_position" BIGINT NOT NULL,

    CONSTRAINT "webhook_kind_pkey" PRIMARY KEY ("webhook_id", "kind")
);
ALTER TABLE "webhook_kind" ADD CONSTRAINT "webhook_kind_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "subscription"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
CREATE INDEX "webhook_kind_readers" ON "webhook_kind"("kind", "webhook_id");

-- Processes that deliver: leases of one that is gone pass on.
CREATE TABLE "webhook_worker" (
    "key" INTEGER NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_worker_pkey" PRIMARY KEY ("key")
);

ALTER TABLE "subscription" ADD COLUMN "generation" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "subscription" ADD COLUMN "last_ended_at" TIMESTAMPTZ(3);
UPDATE "subscription" SET "last_ended_at" = "ended_at", "generation" = 1 WHERE "ended_at" IS NOT NULL;

ALTER TABLE "delivery" ADD COLUMN "generation" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "delivery" ADD COLUMN "is_urgent" BOOLEAN NOT NULL DEFAULT false;
-- What is due, and what is listed, of a webhook's present generation.
CREATE INDEX "delivery_pending_due" ON "delivery"("subscription_id", "generation", "next_attempt_at") WHERE "status" = 'pending';
CREATE INDEX "delivery_pending_order" ON "delivery"("subscription_id", "generation", "id" DESC) WHERE "status" = 'pending';
DROP INDEX "delivery_pending";
DROP INDEX "delivery_pending_list";
CREATE INDEX "delivery_urgent" ON "delivery"("subscription_id", "next_attempt_at") WHERE "status" = 'pending' AND "is_urgent";
-- What waits of webhooks that have ended.
UPDATE "delivery" d SET "status" = 'cancelled', "next_attempt_at" = NULL, "completed_at" = s."ended_at"
  FROM "subscription" s WHERE d."subscription_id" = s."id" AND d."status" = 'pending' AND s."status" <> 'enabled';

INSERT INTO "webhook_queue" ("webhook_id", "position", "due_at", "is_slow")
  SELECT s."id", h."position", CASE WHEN s."status" = 'enabled' THEN (
    SELECT min(d."next_attempt_at") FROM "delivery" d WHERE d."subscription_id" = s."id" AND d."status" = 'pending'
  ) END, s."silent_since" IS NOT NULL
  FROM "subscription" s, "publication_head" h WHERE h."id" = 1 AND s."status" <> 'deleted';
INSERT INTO "webhook_kind" ("webhook_id", "kind", "after_position")
  SELECT DISTINCT s."id", kind, h."position" FROM "subscription" s, unnest(s."events") kind, "publication_head" h
  WHERE h."id" = 1 AND s."status" = 'enabled';

-- What the ids of deliveries have of their webhook's (delivery_id_of).
CREATE OR REPLACE FUNCTION "delivery_webhook_bits"(id UUID) RETURNS BIGINT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ('x' || right(replace(id::text, '-', ''), 16))::bit(64)::bigint & 1125899906842623
$$;

-- The id of an event's delivery to a webhook, known before its first attempt and the same after a crash: an RFC 9562
-- UUID of version 8. 48 bits: the milliseconds of the event's id; 24: the end of its position; 50: the end of the
-- webhook's id. It sorts as the events do.
CREATE OR REPLACE FUNCTION "delivery_id_of"(webhook UUID, event UUID, event_position BIGINT) RETURNS UUID LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT encode(
    substring(uuid_send(event) FROM 1 FOR 6)
    || substring(int4send((32768 | (event_position >> 12 & 4095))::int) FROM 3)
    || int8send((-9223372036854775808)::bigint | (event_position & 4095) << 50 | delivery_webhook_bits(webhook)),
    'hex')::uuid
$$;

-- When a webhook that has read the log up to `place` has something to send; null: nothing waits.
CREATE OR REPLACE FUNCTION "webhook_due_at"(webhook UUID, place BIGINT) RETURNS TIMESTAMPTZ LANGUAGE sql STABLE AS $$
  SELECT least(
    (SELECT min(d.next_attempt_at) FROM delivery d WHERE d.subscription_id = webhook AND d.status = 'pending' AND d.generation = s.generation),
    CASE WHEN EXISTS (
      SELECT FROM webhook_kind k CROSS JOIN LATERAL (
        SELECT FROM event e WHERE e.kind = k.kind AND e.position > greatest(k.after_position, place) LIMIT 1
      ) waiting WHERE k.webhook_id = webhook
    ) THEN now() END
  )
  FROM subscription s WHERE s.id = webhook AND s.status = 'enabled'
$$;

-- Notes when a subscription ends. What waited in its life until then is cancelled by that alone: rows of an earlier
-- generation count as cancelled. A trigger, because processes of an earlier version may run beside newer ones.
CREATE OR REPLACE FUNCTION "subscription_note_end"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'enabled' THEN
    NEW.ended_at := NULL;
  ELSIF TG_OP = 'INSERT' OR OLD.status = 'enabled' THEN
    NEW.ended_at := clock_timestamp();
    NEW.last_ended_at := NEW.ended_at;
    NEW.generation := NEW.generation + 1;
  END IF;
  RETURN NEW;
END
$$;

-- Keeps a webhook's place in the log: an enabled webhook reads each kind from its start or from the instant at which
-- the kind was added, one that has ended reads nothing and holds no lease. A trigger, so that processes of the
-- previous version keep it too.
CREATE OR REPLACE FUNCTION "subscription_keep_place"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_start BOOLEAN := NEW.status = 'enabled' AND (TG_OP = 'INSERT' OR OLD.status <> 'enabled');
BEGIN
  IF NEW.status <> 'enabled' THEN
    IF TG_OP = 'UPDATE' AND OLD.status = 'enabled' THEN
      DELETE FROM webhook_kind WHERE webhook_id = NEW.id;
      UPDATE webhook_queue SET due_at = NULL, worker = NULL, epoch = epoch + 1, crashes = 0 WHERE webhook_id = NEW.id;
    END IF;
    RETURN NULL;
  END IF;
  IF is_start THEN
    INSERT INTO webhook_queue (webhook_id, position) VALUES (NEW.id, NEW.start_position)
      ON CONFLICT (webhook_id) DO UPDATE SET position = excluded.position, is_slow = false;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.url <> OLD.url THEN
    UPDATE webhook_queue SET is_slow = false WHERE webhook_id = NEW.id AND is_slow;
  END IF;
  IF is_start OR NEW.events <> OLD.events THEN
    DELETE FROM webhook_kind WHERE webhook_id = NEW.id AND kind <> ALL (NEW.events);
    INSERT INTO webhook_kind (webhook_id, kind, after_position)
      SELECT NEW.id, kind, CASE WHEN is_start THEN NEW.start_position ELSE h.position END
      FROM unnest(NEW.events) kind, publication_head h WHERE h.id = 1
      ON CONFLICT DO NOTHING;
    -- An event of a kind that is added may have been published meanwhile.
    IF NOT is_start THEN
      UPDATE webhook_queue SET due_at = now() WHERE webhook_id = NEW.id AND (due_at IS NULL OR due_at > now());
    END IF;
  END IF;
  RETURN NULL;
END
$$;

-- Processes of the previous version make a row for each event that waits, which is sent from the log.
CREATE OR REPLACE FUNCTION "delivery_leave_to_log"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RETURN NULL;
END
$$;

-- A ping belongs to the webhook's present generation; processes of the previous version know of none.
CREATE OR REPLACE FUNCTION "delivery_be_of_now"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  present INTEGER;
BEGIN
  SELECT s.generation, true INTO present, NEW.is_urgent FROM subscription s WHERE s.id = NEW.subscription_id AND s.status = 'enabled';
  NEW.generation := coalesce(present, NEW.generation);
  NEW.is_urgent := coalesce(NEW.is_urgent, false);
  RETURN NEW;
END
$$;

-- Processes of the previous version claim nothing any more: they write how what they have in flight ends, and newer
-- ones send the rest.
CREATE OR REPLACE FUNCTION "claim_deliveries"(subscriptions UUID[], wanted INTEGER, per_subscription INTEGER, in_flight INTEGER, by_worker INTEGER, lease INTERVAL, ended UUID[])
RETURNS TABLE (id UUID, subscription_id UUID, event_id UUID, kind TEXT, event_position BIGINT, payload TEXT, attempt SMALLINT, claim_token UUID, url TEXT, secret TEXT, waited_ms DOUBLE PRECISION, slots INTEGER)
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN;
END
$$;

-- As claim_deliveries: for processes of the previous version nothing waits.
CREATE OR REPLACE FUNCTION "waiting_subscriptions"()
RETURNS TABLE (subscription_id UUID, next_attempt_at TIMESTAMPTZ, is_silent BOOLEAN)
LANGUAGE plpgsql VOLATILE SET enable_sort = off SET enable_bitmapscan = off SET enable_seqscan = off SET jit = off AS $$
BEGIN
  RETURN;
END
$$;

-- A delivery that waits is due earlier than it was, or waits again: so is its webhook. Processes of the previous
-- version, and people who edit the table, know nothing of webhook_queue.
CREATE OR REPLACE FUNCTION "delivery_note_due"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE webhook_queue SET due_at = NEW.next_attempt_at
  WHERE webhook_id = NEW.subscription_id AND (due_at IS NULL OR due_at > NEW.next_attempt_at);
  RETURN NULL;
END
$$;

CREATE INDEX "webhook_queue_bits" ON "webhook_queue"(delivery_webhook_bits("webhook_id"));

CREATE TRIGGER "subscription_keep_place" AFTER INSERT OR UPDATE OF "status", "events", "url" ON "subscription"
  FOR EACH ROW EXECUTE FUNCTION "subscription_keep_place"();
CREATE TRIGGER "delivery_leave_to_log" BEFORE INSERT ON "delivery" FOR EACH ROW
  WHEN (NEW."event_position" IS NOT NULL AND NEW."status" = 'pending' AND NEW."attempt" = 0 AND substring(NEW."id"::text FROM 15 FOR 1) = '7')
  EXECUTE FUNCTION "delivery_leave_to_log"();
CREATE TRIGGER "delivery_note_due" AFTER UPDATE ON "delivery" FOR EACH ROW
  WHEN (NEW."status" = 'pending' AND (OLD."status" <> 'pending' OR NEW."next_attempt_at" < OLD."next_attempt_at"))
  EXECUTE FUNCTION "delivery_note_due"();
CREATE TRIGGER "delivery_be_of_now" BEFORE INSERT ON "delivery" FOR EACH ROW
  WHEN (NEW."kind" = 'ping' AND NEW."status" = 'pending' AND NEW."attempt" = 0 AND NOT NEW."is_urgent")
  EXECUTE FUNCTION "delivery_be_of_now"();
CREATE TRIGGER "delivery_note_ping" AFTER INSERT ON "delivery" FOR EACH ROW
  WHEN (NEW."kind" = 'ping' AND NEW."status" = 'pending') EXECUTE FUNCTION "delivery_note_due"();
