-- CreateEnum
CREATE TYPE "subscription_status" AS ENUM ('enabled', 'disabled', 'deleted');

-- CreateEnum
CREATE TYPE "delivery_status" AS ENUM ('pending', 'delivering', 'delivered', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "attempt_error" AS ENUM ('timeout', 'dns', 'tls', 'connection', 'unsafe_address', 'http_status', 'interrupted');

-- CreateTable
CREATE TABLE "subscription" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "events" "event_kind"[],
    "status" "subscription_status" NOT NULL DEFAULT 'enabled',
    "disabled_reason" TEXT,
    "secret" TEXT NOT NULL,
    "start_position" BIGINT NOT NULL,
    "failing_since" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "subscription_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "subscription_events" CHECK (cardinality("events") > 0)
);

-- CreateTable
-- `payload` is of pings alone: the body of every other delivery is its event's.
CREATE TABLE "delivery" (
    "id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "event_position" BIGINT,
    "kind" TEXT NOT NULL,
    "payload" TEXT,
    "status" "delivery_status" NOT NULL DEFAULT 'pending',
    "cycle" SMALLINT NOT NULL DEFAULT 0,
    "attempt" SMALLINT NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "worker" INTEGER,
    "claim_token" UUID,
    "claimed_at" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "delivery_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "delivery_kind" CHECK ("kind" IN ('anime.created', 'anime.updated', 'episode.released', 'episode.updated', 'ping')),
    CONSTRAINT "delivery_body" CHECK (("event_position" IS NULL) <> ("payload" IS NULL)),
    CONSTRAINT "delivery_due" CHECK (("status" = 'pending') = ("next_attempt_at" IS NOT NULL)),
    CONSTRAINT "delivery_claimed" CHECK (("status" = 'delivering') = ("claim_token" IS NOT NULL)),
    CONSTRAINT "delivery_completed" CHECK (("status" IN ('delivered', 'failed', 'cancelled')) = ("completed_at" IS NOT NULL))
)
-- Every delivery is rewritten twice within a second of its making: room for that, and dead rows removed soon.
WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 1);

-- CreateTable
CREATE TABLE "delivery_attempt" (
    "delivery_id" UUID NOT NULL,
    "cycle" SMALLINT NOT NULL,
    "number" SMALLINT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "status" INTEGER,
    "error" "attempt_error",
    "response_body" TEXT,

    CONSTRAINT "delivery_attempt_pkey" PRIMARY KEY ("delivery_id", "cycle", "number")
);

-- CreateIndex
CREATE INDEX "subscription_application" ON "subscription"("application_id", "id");

-- CreateIndex
CREATE INDEX "delivery_list" ON "delivery"("subscription_id", "id" DESC);

-- Subscriptions that have something to do, and of each what is due first; a million deliveries that are over are not in it.
CREATE INDEX "delivery_pending" ON "delivery"("subscription_id", "next_attempt_at") WHERE "status" = 'pending';

-- What is in flight: few at any time.
CREATE INDEX "delivery_delivering" ON "delivery"("subscription_id", "worker", "lease_until") WHERE "status" = 'delivering';

-- CreateIndex
CREATE INDEX "delivery_completed_order" ON "delivery"("completed_at") WHERE "completed_at" IS NOT NULL;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscription"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_event_position_fkey" FOREIGN KEY ("event_position") REFERENCES "event"("position") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "delivery_attempt" ADD CONSTRAINT "delivery_attempt_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "delivery"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- An RFC 9562 UUID of version 7, for rows that a statement makes (PostgreSQL has its own from 18 on). Its instant is the wall clock's.
CREATE FUNCTION "delivery_id"() RETURNS UUID LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  SELECT encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid()) PLACING
        substring(int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
      52, 1), 53, 1), 'hex')::uuid
$$;

-- Claims what is due of these subscriptions, at most `per_subscription` of one and `in_flight` of one among all processes. A function, so
-- that what is in flight is counted by a statement that begins after the subscription is held: two processes never count at once.
-- A claim that a crash of the server undoes is made again, so its commit waits for no disk.
CREATE FUNCTION "claim_deliveries"(subscriptions UUID[], wanted INTEGER, per_subscription INTEGER, in_flight INTEGER, by_worker INTEGER, lease INTERVAL)
RETURNS TABLE (id UUID, subscription_id UUID, event_id UUID, kind TEXT, event_position BIGINT, payload TEXT, attempt SMALLINT, claim_token UUID, url TEXT, secret TEXT, waited_ms DOUBLE PRECISION)
LANGUAGE plpgsql VOLATILE AS $$
#variable_conflict use_column
DECLARE
  held UUID[];
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  SELECT array_agg(s) INTO held FROM unnest(subscriptions) s WHERE pg_try_advisory_xact_lock(hashtextextended(s::text, 7));
  RETURN QUERY
  WITH free AS (
    SELECT s.id, s.url, s.secret, least(per_subscription, in_flight - (
      SELECT count(*) FROM delivery d WHERE d.subscription_id = s.id AND d.status = 'delivering'
    )) AS slots
    FROM unnest(held) WITH ORDINALITY AS h (id, place) JOIN subscription s ON s.id = h.id
    WHERE s.status = 'enabled' ORDER BY h.place
  ), due AS (
    SELECT d.id, free.url, free.secret, d.next_attempt_at AS due_at
    FROM free CROSS JOIN LATERAL (
      SELECT p.id, p.next_attempt_at FROM delivery p
      WHERE p.subscription_id = free.id AND p.status = 'pending' AND p.next_attempt_at <= clock_timestamp()
      ORDER BY p.next_attempt_at LIMIT greatest(free.slots, 0) FOR UPDATE SKIP LOCKED
    ) d
    LIMIT wanted
  )
  UPDATE delivery d
  SET status = 'delivering', attempt = d.attempt + 1, next_attempt_at = NULL, worker = by_worker,
    claim_token = gen_random_uuid(), claimed_at = clock_timestamp(), lease_until = clock_timestamp() + lease
  FROM due WHERE d.id = due.id
  RETURNING d.id, d.subscription_id, d.event_id, d.kind, d.event_position, d.payload, d.attempt, d.claim_token, due.url, due.secret,
    extract(epoch FROM clock_timestamp() - due.due_at)::double precision * 1000;
END
$$;
