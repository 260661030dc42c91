-- CreateEnum
CREATE TYPE "anime_format" AS ENUM ('tv', 'movie', 'ova', 'ona', 'special', 'music', 'unknown');

-- CreateEnum
CREATE TYPE "anime_status" AS ENUM ('announced', 'airing', 'finished', 'unknown');

-- CreateEnum
CREATE TYPE "season" AS ENUM ('winter', 'spring', 'summer', 'fall');

-- CreateEnum
CREATE TYPE "title_kind" AS ENUM ('official', 'synonym', 'short');

-- CreateEnum
CREATE TYPE "episode_status" AS ENUM ('scheduled', 'delayed', 'released', 'cancelled');

-- CreateEnum
CREATE TYPE "record_type" AS ENUM ('anime', 'episode');

-- CreateEnum
CREATE TYPE "event_kind" AS ENUM ('anime.created', 'anime.updated', 'episode.released', 'episode.updated');

-- CreateEnum
CREATE TYPE "publication_kind" AS ENUM ('import', 'review');

-- CreateEnum
CREATE TYPE "proposal_reason" AS ENUM ('unapproved_source', 'review_requested', 'ambiguous_match');

-- CreateEnum
CREATE TYPE "proposal_status" AS ENUM ('pending', 'approved', 'rejected', 'superseded');

-- CreateTable
CREATE TABLE "anime" (
    "id" UUID NOT NULL,
    "title" TEXT COLLATE "C" NOT NULL,
    "format" "anime_format" NOT NULL DEFAULT 'unknown',
    "status" "anime_status" NOT NULL DEFAULT 'unknown',
    "start_date" DATE,
    "end_date" DATE,
    "year" SMALLINT,
    "season" "season",
    "episode_count" INTEGER,
    "duration_minutes" INTEGER,
    "synopsis" TEXT,
    "is_adult" BOOLEAN,
    "popularity" DOUBLE PRECISION,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "version" BIGINT NOT NULL DEFAULT 0,
    "changed_in" BIGINT NOT NULL DEFAULT 0,
    "merged_into_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "anime_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "anime_title" (
    "anime_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL,
    "title" TEXT NOT NULL,
    "language" TEXT,
    "kind" "title_kind",

    CONSTRAINT "anime_title_pkey" PRIMARY KEY ("anime_id","position")
);

-- CreateTable
CREATE TABLE "genre" (
    "id" UUID NOT NULL,
    "slug" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "genre_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "anime_genre" (
    "anime_id" UUID NOT NULL,
    "genre_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL,

    CONSTRAINT "anime_genre_pkey" PRIMARY KEY ("anime_id","genre_id")
);

-- CreateTable
CREATE TABLE "studio" (
    "id" UUID NOT NULL,
    "slug" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "studio_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "anime_studio" (
    "anime_id" UUID NOT NULL,
    "studio_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL,

    CONSTRAINT "anime_studio_pkey" PRIMARY KEY ("anime_id","studio_id")
);

-- CreateTable
CREATE TABLE "anime_external_id" (
    "anime_id" UUID NOT NULL,
    "site" TEXT COLLATE "C" NOT NULL,
    "external_id" TEXT COLLATE "C" NOT NULL,
    "position" SMALLINT NOT NULL,

    CONSTRAINT "anime_external_id_pkey" PRIMARY KEY ("anime_id","site","external_id")
);

-- CreateTable
CREATE TABLE "anime_image" (
    "anime_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL,
    "url" TEXT NOT NULL,
    "width" INTEGER,
    "height" INTEGER,

    CONSTRAINT "anime_image_pkey" PRIMARY KEY ("anime_id","position")
);

-- CreateTable
CREATE TABLE "episode" (
    "id" UUID NOT NULL,
    "anime_id" UUID NOT NULL,
    "number" DECIMAL(7,2) NOT NULL,
    "status" "episode_status" NOT NULL,
    "scheduled_at" TIMESTAMPTZ(3),
    "released_at" TIMESTAMPTZ(3),
    "release_announced" BOOLEAN NOT NULL DEFAULT false,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "version" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "episode_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "episode_title" (
    "episode_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL,
    "title" TEXT NOT NULL,
    "language" TEXT,
    "kind" "title_kind",

    CONSTRAINT "episode_title_pkey" PRIMARY KEY ("episode_id","position")
);

-- CreateTable
CREATE TABLE "source" (
    "name" TEXT COLLATE "C" NOT NULL,
    "approved" BOOLEAN NOT NULL DEFAULT false,
    "priority" SERIAL NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "source_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "source_record" (
    "id" UUID NOT NULL,
    "type" "record_type" NOT NULL,
    "source" TEXT COLLATE "C" NOT NULL,
    "source_id" TEXT COLLATE "C" NOT NULL,
    "anime_id" UUID NOT NULL,
    "episode_id" UUID,
    "record" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "source_record_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "proposal" (
    "id" UUID NOT NULL,
    "type" "record_type" NOT NULL,
    "source" TEXT COLLATE "C" NOT NULL,
    "source_id" TEXT COLLATE "C" NOT NULL,
    "record" JSONB NOT NULL,
    "reason" "proposal_reason" NOT NULL,
    "candidates" UUID[],
    "status" "proposal_status" NOT NULL DEFAULT 'pending',
    "reviewer" TEXT,
    "decision" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "proposal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "publication_head" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "position" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "publication_head_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "publication" (
    "id" UUID NOT NULL,
    "kind" "publication_kind" NOT NULL,
    "actor" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "publication_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event" (
    "position" BIGINT NOT NULL,
    "id" UUID NOT NULL,
    "publication_id" UUID NOT NULL,
    "kind" "event_kind" NOT NULL,
    "anime_id" UUID NOT NULL,
    "episode_id" UUID,
    "revision" INTEGER NOT NULL,
    "payload" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "event_pkey" PRIMARY KEY ("position")
);

-- CreateTable
CREATE TABLE "anime_tombstone" (
    "anime_id" UUID NOT NULL,
    "version" BIGINT NOT NULL,
    "changed_in" BIGINT NOT NULL,

    CONSTRAINT "anime_tombstone_pkey" PRIMARY KEY ("anime_id")
);

-- CreateTable
CREATE TABLE "service_state" (
    "name" TEXT NOT NULL,
    "value" JSONB NOT NULL,

    CONSTRAINT "service_state_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "anime_title_order" ON "anime"("title", "id");

-- CreateIndex
CREATE INDEX "anime_updated_order" ON "anime"("updated_at" DESC, "id");

-- CreateIndex
CREATE INDEX "anime_premiere_order" ON "anime"("start_date" DESC, "id");

-- CreateIndex
CREATE INDEX "anime_year" ON "anime"("year", "season", "id");

-- CreateIndex
CREATE INDEX "anime_season" ON "anime"("season", "id");

-- CreateIndex
CREATE INDEX "anime_format_order" ON "anime"("format", "id");

-- CreateIndex
CREATE INDEX "anime_status_order" ON "anime"("status", "id");

-- CreateIndex
CREATE INDEX "anime_changed_in" ON "anime"("changed_in");

-- CreateIndex
CREATE INDEX "anime_merged_into" ON "anime"("merged_into_id");

-- CreateIndex
CREATE UNIQUE INDEX "genre_slug" ON "genre"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "genre_key" ON "genre"("key");

-- CreateIndex
CREATE INDEX "anime_genre_of" ON "anime_genre"("genre_id", "anime_id");

-- CreateIndex
CREATE UNIQUE INDEX "studio_slug" ON "studio"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "studio_key" ON "studio"("key");

-- CreateIndex
CREATE INDEX "anime_studio_of" ON "anime_studio"("studio_id", "anime_id");

-- CreateIndex
CREATE INDEX "anime_external_id_of" ON "anime_external_id"("site", "external_id");

-- CreateIndex
CREATE INDEX "episode_release_order" ON "episode"("released_at" DESC, "id");

-- CreateIndex
CREATE INDEX "episode_schedule_order" ON "episode"("scheduled_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "episode_number" ON "episode"("anime_id", "number");

-- CreateIndex
CREATE INDEX "source_priority" ON "source"("priority");

-- CreateIndex
CREATE INDEX "source_record_anime" ON "source_record"("anime_id");

-- CreateIndex
CREATE INDEX "source_record_episode" ON "source_record"("episode_id");

-- CreateIndex
CREATE UNIQUE INDEX "source_record_key" ON "source_record"("type", "source", "source_id");

-- CreateIndex
CREATE INDEX "proposal_key" ON "proposal"("type", "source", "source_id");

-- CreateIndex
CREATE INDEX "proposal_status_order" ON "proposal"("status", "id");

-- CreateIndex
CREATE UNIQUE INDEX "event_id" ON "event"("id");

-- CreateIndex
CREATE INDEX "event_publication" ON "event"("publication_id");

-- CreateIndex
CREATE INDEX "event_anime" ON "event"("anime_id", "position");

-- CreateIndex
CREATE INDEX "anime_tombstone_changed_in" ON "anime_tombstone"("changed_in");

-- AddForeignKey
ALTER TABLE "anime" ADD CONSTRAINT "anime_merged_into_id_fkey" FOREIGN KEY ("merged_into_id") REFERENCES "anime"("id") ON DELETE SET NULL ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "anime_title" ADD CONSTRAINT "anime_title_anime_id_fkey" FOREIGN KEY ("anime_id") REFERENCES "anime"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "anime_genre" ADD CONSTRAINT "anime_genre_anime_id_fkey" FOREIGN KEY ("anime_id") REFERENCES "anime"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "anime_genre" ADD CONSTRAINT "anime_genre_genre_id_fkey" FOREIGN KEY ("genre_id") REFERENCES "genre"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "anime_studio" ADD CONSTRAINT "anime_studio_anime_id_fkey" FOREIGN KEY ("anime_id") REFERENCES "anime"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "anime_studio" ADD CONSTRAINT "anime_studio_studio_id_fkey" FOREIGN KEY ("studio_id") REFERENCES "studio"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "anime_external_id" ADD CONSTRAINT "anime_external_id_anime_id_fkey" FOREIGN KEY ("anime_id") REFERENCES "anime"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "anime_image" ADD CONSTRAINT "anime_image_anime_id_fkey" FOREIGN KEY ("anime_id") REFERENCES "anime"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "episode" ADD CONSTRAINT "episode_anime_id_fkey" FOREIGN KEY ("anime_id") REFERENCES "anime"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "episode_title" ADD CONSTRAINT "episode_title_episode_id_fkey" FOREIGN KEY ("episode_id") REFERENCES "episode"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "source_record" ADD CONSTRAINT "source_record_source_fkey" FOREIGN KEY ("source") REFERENCES "source"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source_record" ADD CONSTRAINT "source_record_anime_id_fkey" FOREIGN KEY ("anime_id") REFERENCES "anime"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "source_record" ADD CONSTRAINT "source_record_episode_id_fkey" FOREIGN KEY ("episode_id") REFERENCES "episode"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "proposal" ADD CONSTRAINT "proposal_source_fkey" FOREIGN KEY ("source") REFERENCES "source"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event" ADD CONSTRAINT "event_publication_id_fkey" FOREIGN KEY ("publication_id") REFERENCES "publication"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;


-- CHECKs: what every stored row promises, direct edits included.
ALTER TABLE "anime"
  ADD CONSTRAINT "anime_year_range" CHECK ("year" BETWEEN 1900 AND 2200),
  ADD CONSTRAINT "anime_episode_count_range" CHECK ("episode_count" >= 0),
  ADD CONSTRAINT "anime_duration_range" CHECK ("duration_minutes" >= 0),
  ADD CONSTRAINT "anime_not_merged_into_itself" CHECK ("merged_into_id" <> "id");
ALTER TABLE "episode"
  ADD CONSTRAINT "episode_number_range" CHECK ("number" >= 0),
  ADD CONSTRAINT "episode_released_has_time" CHECK (("status" = 'released') = ("released_at" IS NOT NULL));
ALTER TABLE "publication_head" ADD CONSTRAINT "publication_head_is_one_row" CHECK ("id" = 1);

-- An id at an identifying site names one anime (design.md 4, Identity).
CREATE UNIQUE INDEX "anime_external_id_identity" ON "anime_external_id" ("site", "external_id")
  WHERE "site" IN ('mal', 'anilist', 'anidb', 'bangumi', 'kitsu');

-- A record waits for review once at a time.
CREATE UNIQUE INDEX "proposal_pending" ON "proposal" ("type", "source", "source_id") WHERE "status" = 'pending';

-- Planned episodes alone: the schedule's window never walks released ones.
DROP INDEX "episode_schedule_order";
CREATE INDEX "episode_schedule_order" ON "episode" ("scheduled_at", "id") WHERE "status" IN ('scheduled', 'delayed');

-- The change version (design.md 5): a number drawn after the row is locked, so it rises in commit order row by row.
CREATE SEQUENCE "change_version";

CREATE FUNCTION "anime_note_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."version" := nextval('change_version');
  NEW."changed_in" := pg_current_xact_id()::text::bigint;
  IF TG_OP = 'UPDATE' AND NEW."updated_at" = OLD."updated_at" AND
    (NEW."title", NEW."format", NEW."status", NEW."start_date", NEW."end_date", NEW."year", NEW."season", NEW."episode_count",
     NEW."duration_minutes", NEW."synopsis", NEW."is_adult") IS DISTINCT FROM
    (OLD."title", OLD."format", OLD."status", OLD."start_date", OLD."end_date", OLD."year", OLD."season", OLD."episode_count",
     OLD."duration_minutes", OLD."synopsis", OLD."is_adult")
  THEN
    NEW."updated_at" := now();
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "anime_note_change" BEFORE INSERT OR UPDATE ON "anime"
  FOR EACH ROW EXECUTE FUNCTION "anime_note_change"();

-- A part of an anime changed. A row that this transaction has written already carries a version nobody else has seen: it stays.
CREATE FUNCTION "anime_part_note_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP IN ('INSERT', 'UPDATE') THEN
    UPDATE "anime" SET "updated_at" = now()
      WHERE "id" IN (SELECT "anime_id" FROM "new_rows") AND "anime"."xmin" <> pg_current_xact_id()::xid;
  END IF;
  IF TG_OP IN ('DELETE', 'UPDATE') THEN
    UPDATE "anime" SET "updated_at" = now()
      WHERE "id" IN (SELECT "anime_id" FROM "old_rows") AND "anime"."xmin" <> pg_current_xact_id()::xid;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION "episode_note_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."version" := nextval('change_version');
  IF TG_OP = 'UPDATE' AND NEW."updated_at" = OLD."updated_at" AND
    (NEW."anime_id", NEW."number", NEW."status", NEW."scheduled_at", NEW."released_at") IS DISTINCT FROM
    (OLD."anime_id", OLD."number", OLD."status", OLD."scheduled_at", OLD."released_at")
  THEN
    NEW."updated_at" := now();
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "episode_note_change" BEFORE INSERT OR UPDATE ON "episode"
  FOR EACH ROW EXECUTE FUNCTION "episode_note_change"();

CREATE FUNCTION "episode_part_note_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP IN ('INSERT', 'UPDATE') THEN
    UPDATE "episode" SET "updated_at" = now()
      WHERE "id" IN (SELECT "episode_id" FROM "new_rows") AND "episode"."xmin" <> pg_current_xact_id()::xid;
  END IF;
  IF TG_OP IN ('DELETE', 'UPDATE') THEN
    UPDATE "episode" SET "updated_at" = now()
      WHERE "id" IN (SELECT "episode_id" FROM "old_rows") AND "episode"."xmin" <> pg_current_xact_id()::xid;
  END IF;
  RETURN NULL;
END $$;

-- An episode's answer shows its anime's title and format (design.md 6).
CREATE FUNCTION "anime_note_change_of_episodes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "episode" SET "version" = 0 WHERE "anime_id" IN (
    SELECT n."id" FROM "new_rows" n JOIN "old_rows" o ON o."id" = n."id"
    WHERE (n."title", n."format") IS DISTINCT FROM (o."title", o."format"));
  RETURN NULL;
END $$;
CREATE TRIGGER "anime_note_change_of_episodes" AFTER UPDATE ON "anime"
  REFERENCING NEW TABLE AS "new_rows" OLD TABLE AS "old_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_note_change_of_episodes"();

-- A genre or studio was renamed: every anime that shows it changes, though its own data (and so updated_at) does not.
CREATE FUNCTION "genre_note_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "anime" SET "version" = 0 WHERE "id" IN (
    SELECT l."anime_id" FROM "anime_genre" l JOIN "new_rows" n ON n."id" = l."genre_id" JOIN "old_rows" o ON o."id" = n."id"
    WHERE (n."slug", n."name") IS DISTINCT FROM (o."slug", o."name"));
  RETURN NULL;
END $$;
CREATE TRIGGER "genre_note_change" AFTER UPDATE ON "genre"
  REFERENCING NEW TABLE AS "new_rows" OLD TABLE AS "old_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "genre_note_change"();

CREATE FUNCTION "studio_note_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "anime" SET "version" = 0 WHERE "id" IN (
    SELECT l."anime_id" FROM "anime_studio" l JOIN "new_rows" n ON n."id" = l."studio_id" JOIN "old_rows" o ON o."id" = n."id"
    WHERE (n."slug", n."name") IS DISTINCT FROM (o."slug", o."name"));
  RETURN NULL;
END $$;
CREATE TRIGGER "studio_note_change" AFTER UPDATE ON "studio"
  REFERENCING NEW TABLE AS "new_rows" OLD TABLE AS "old_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "studio_note_change"();

CREATE FUNCTION "anime_leave_tombstone"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "anime_tombstone" ("anime_id", "version", "changed_in")
    VALUES (OLD."id", nextval('change_version'), pg_current_xact_id()::text::bigint)
    ON CONFLICT ("anime_id") DO UPDATE SET "version" = EXCLUDED."version", "changed_in" = EXCLUDED."changed_in";
  RETURN NULL;
END $$;
CREATE TRIGGER "anime_leave_tombstone" AFTER DELETE ON "anime"
  FOR EACH ROW EXECUTE FUNCTION "anime_leave_tombstone"();

-- A published event is history: its bytes are what every receiver gets, on every retry.
CREATE FUNCTION "event_is_frozen"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'events are frozen at publication';
END $$;
CREATE TRIGGER "event_is_frozen" BEFORE UPDATE ON "event" FOR EACH ROW EXECUTE FUNCTION "event_is_frozen"();

CREATE TRIGGER "anime_title_note_insert" AFTER INSERT ON "anime_title" REFERENCING NEW TABLE AS "new_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_part_note_change"();
CREATE TRIGGER "anime_title_note_update" AFTER UPDATE ON "anime_title" REFERENCING NEW TABLE AS "new_rows" OLD TABLE AS "old_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_part_note_change"();
CREATE TRIGGER "anime_title_note_delete" AFTER DELETE ON "anime_title" REFERENCING OLD TABLE AS "old_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_part_note_change"();

CREATE TRIGGER "anime_genre_note_insert" AFTER INSERT ON "anime_genre" REFERENCING NEW TABLE AS "new_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_part_note_change"();
CREATE TRIGGER "anime_genre_note_update" AFTER UPDATE ON "anime_genre" REFERENCING NEW TABLE AS "new_rows" OLD TABLE AS "old_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_part_note_change"();
CREATE TRIGGER "anime_genre_note_delete" AFTER DELETE ON "anime_genre" REFERENCING OLD TABLE AS "old_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_part_note_change"();

CREATE TRIGGER "anime_studio_note_insert" AFTER INSERT ON "anime_studio" REFERENCING NEW TABLE AS "new_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_part_note_change"();
CREATE TRIGGER "anime_studio_note_update" AFTER UPDATE ON "anime_studio" REFERENCING NEW TABLE AS "new_rows" OLD TABLE AS "old_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_part_note_change"();
CREATE TRIGGER "anime_studio_note_delete" AFTER DELETE ON "anime_studio" REFERENCING OLD TABLE AS "old_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_part_note_change"();

CREATE TRIGGER "anime_external_id_note_insert" AFTER INSERT ON "anime_external_id" REFERENCING NEW TABLE AS "new_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_part_note_change"();
CREATE TRIGGER "anime_external_id_note_update" AFTER UPDATE ON "anime_external_id" REFERENCING NEW TABLE AS "new_rows" OLD TABLE AS "old_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_part_note_change"();
CREATE TRIGGER "anime_external_id_note_delete" AFTER DELETE ON "anime_external_id" REFERENCING OLD TABLE AS "old_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_part_note_change"();

CREATE TRIGGER "anime_image_note_insert" AFTER INSERT ON "anime_image" REFERENCING NEW TABLE AS "new_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_part_note_change"();
CREATE TRIGGER "anime_image_note_update" AFTER UPDATE ON "anime_image" REFERENCING NEW TABLE AS "new_rows" OLD TABLE AS "old_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_part_note_change"();
CREATE TRIGGER "anime_image_note_delete" AFTER DELETE ON "anime_image" REFERENCING OLD TABLE AS "old_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_part_note_change"();

CREATE TRIGGER "episode_title_note_insert" AFTER INSERT ON "episode_title" REFERENCING NEW TABLE AS "new_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "episode_part_note_change"();
CREATE TRIGGER "episode_title_note_update" AFTER UPDATE ON "episode_title" REFERENCING NEW TABLE AS "new_rows" OLD TABLE AS "old_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "episode_part_note_change"();
CREATE TRIGGER "episode_title_note_delete" AFTER DELETE ON "episode_title" REFERENCING OLD TABLE AS "old_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "episode_part_note_change"();

INSERT INTO "publication_head" ("id", "position") VALUES (1, 0);

-- `review` holds what reviewers decided; it stands above every source and is not listed (design.md 4, Canonical value).
INSERT INTO "source" ("name", "approved", "priority") VALUES
  ('review', true, 0), ('mal', true, 1), ('anilist', true, 2), ('anidb', true, 3), ('bangumi-data', true, 4),
  ('anime-offline-database', true, 5), ('sample', true, 6);
SELECT setval(pg_get_serial_sequence('source', 'priority'), 6);
