-- What PostgreSQL takes and no answer can show is refused: 'infinity' and years before 1 or after 9999 (RFC 3339 has four digits), NaN,
-- numbers outside the bounds of the interface. What direct edits have left of it is put right first, where that takes no guess: what can
-- be unknown is unknown.
UPDATE "anime" SET "start_date" = NULL WHERE "start_date" NOT BETWEEN '0001-01-01' AND '9999-12-31';
UPDATE "anime" SET "end_date" = NULL WHERE "end_date" NOT BETWEEN '0001-01-01' AND '9999-12-31';
UPDATE "anime" SET "popularity" = NULL WHERE NOT ("popularity" > '-infinity' AND "popularity" < 'infinity');
UPDATE "anime" SET "revision" = 1 WHERE "revision" < 1;
UPDATE "anime" SET "created_at" = now() WHERE NOT ("created_at" >= '0001-01-01 00:00Z' AND "created_at" < '10000-01-01 00:00Z');
UPDATE "anime" SET "updated_at" = now() WHERE NOT ("updated_at" >= '0001-01-01 00:00Z' AND "updated_at" < '10000-01-01 00:00Z');
UPDATE "anime_image" SET "width" = NULL WHERE "width" < 0;
UPDATE "anime_image" SET "height" = NULL WHERE "height" < 0;
UPDATE "episode" SET "scheduled_at" = NULL
  WHERE NOT ("scheduled_at" >= '0001-01-01 00:00Z' AND "scheduled_at" < '10000-01-01 00:00Z');
UPDATE "episode" SET "revision" = 1 WHERE "revision" < 1;
UPDATE "episode" SET "created_at" = now() WHERE NOT ("created_at" >= '0001-01-01 00:00Z' AND "created_at" < '10000-01-01 00:00Z');
UPDATE "episode" SET "updated_at" = now() WHERE NOT ("updated_at" >= '0001-01-01 00:00Z' AND "updated_at" < '10000-01-01 00:00Z');

-- Which number an episode has, and when it was released, only its editor knows.
DO $$
DECLARE
  "left" TEXT;
BEGIN
  SELECT string_agg(format('%s (number %s, released_at %s)', "id", "number", coalesce("released_at"::text, 'null')), ', ') INTO "left"
    FROM (SELECT * FROM "episode" WHERE "number" > 89999.99
      OR NOT ("released_at" >= '0001-01-01 00:00Z' AND "released_at" < '10000-01-01 00:00Z') ORDER BY "id" LIMIT 20) e;
  IF "left" IS NOT NULL THEN
    RAISE EXCEPTION 'direct edits have left episodes that no answer can show: %; set number to 0 to 89999.99 and released_at to a time of the years 1 to 9999, or delete them, and start again', "left";
  END IF;
END $$;

ALTER TABLE "anime"
  ADD CONSTRAINT "anime_dates_served" CHECK ("start_date" BETWEEN '0001-01-01' AND '9999-12-31'
    AND "end_date" BETWEEN '0001-01-01' AND '9999-12-31') NOT VALID,
  ADD CONSTRAINT "anime_times_served" CHECK ("created_at" >= '0001-01-01 00:00Z' AND "created_at" < '10000-01-01 00:00Z'
    AND "updated_at" >= '0001-01-01 00:00Z' AND "updated_at" < '10000-01-01 00:00Z') NOT VALID,
  ADD CONSTRAINT "anime_popularity_finite" CHECK ("popularity" > '-infinity' AND "popularity" < 'infinity') NOT VALID,
  ADD CONSTRAINT "anime_revision_range" CHECK ("revision" >= 1) NOT VALID;
ALTER TABLE "anime_image"
  ADD CONSTRAINT "anime_image_size_range" CHECK ("width" >= 0 AND "height" >= 0) NOT VALID;
-- NaN is above every number.
ALTER TABLE "episode"
  DROP CONSTRAINT "episode_number_range",
  ADD CONSTRAINT "episode_number_range" CHECK ("number" BETWEEN 0 AND 99999.99) NOT VALID,
  ADD CONSTRAINT "episode_times_served" CHECK ("scheduled_at" >= '0001-01-01 00:00Z' AND "scheduled_at" < '10000-01-01 00:00Z'
    AND "released_at" >= '0001-01-01 00:00Z' AND "released_at" < '10000-01-01 00:00Z'
    AND "created_at" >= '0001-01-01 00:00Z' AND "created_at" < '10000-01-01 00:00Z'
    AND "updated_at" >= '0001-01-01 00:00Z' AND "updated_at" < '10000-01-01 00:00Z') NOT VALID,
  ADD CONSTRAINT "episode_revision_range" CHECK ("revision" >= 1) NOT VALID;

-- Numbers above serve renumbering, within a transaction.
CREATE FUNCTION "episode_leave_room"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "episode" WHERE "id" = NEW."id" AND "number" > 89999.99) THEN
    RAISE EXCEPTION 'the number of an episode is at most 89999.99: those above serve renumbering'
      USING ERRCODE = 'check_violation', TABLE = 'episode', CONSTRAINT = 'episode_number_range';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER "episode_leave_room" AFTER INSERT OR UPDATE OF "number" ON "episode" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW."number" > 89999.99) EXECUTE FUNCTION "episode_leave_room"();
