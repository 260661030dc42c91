-- A survivor that is deleted takes along what was merged into it: their rows would be anime without records or ids.
ALTER TABLE "anime" DROP CONSTRAINT "anime_merged_into_id_fkey",
  ADD CONSTRAINT "anime_merged_into_id_fkey" FOREIGN KEY ("merged_into_id") REFERENCES "anime"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- anime.title is the title at position 0, whichever of the two is edited.
CREATE FUNCTION "anime_title_follow_anime"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "anime_title" SET "title" = NEW."title" WHERE "anime_id" = NEW."id" AND "position" = 0 AND "title" <> NEW."title";
  RETURN NULL;
END $$;
CREATE TRIGGER "anime_title_follow_anime" AFTER UPDATE OF "title" ON "anime"
  FOR EACH ROW WHEN (NEW."title" <> OLD."title") EXECUTE FUNCTION "anime_title_follow_anime"();

CREATE FUNCTION "anime_follow_title"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."position" = 0 THEN
    UPDATE "anime" SET "title" = NEW."title" WHERE "id" = NEW."anime_id" AND "title" <> NEW."title";
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "anime_follow_title" AFTER UPDATE ON "anime_title"
  FOR EACH ROW EXECUTE FUNCTION "anime_follow_title"();

-- TRUNCATE fires no trigger of rows: what it takes away is noted before it does.
CREATE FUNCTION "anime_part_note_truncate"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('UPDATE "anime" SET "updated_at" = now() WHERE "id" IN (SELECT "anime_id" FROM %I)', TG_TABLE_NAME);
  RETURN NULL;
END $$;
CREATE TRIGGER "anime_title_note_truncate" BEFORE TRUNCATE ON "anime_title"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_part_note_truncate"();
CREATE TRIGGER "anime_genre_note_truncate" BEFORE TRUNCATE ON "anime_genre"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_part_note_truncate"();
CREATE TRIGGER "anime_studio_note_truncate" BEFORE TRUNCATE ON "anime_studio"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_part_note_truncate"();
CREATE TRIGGER "anime_external_id_note_truncate" BEFORE TRUNCATE ON "anime_external_id"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_part_note_truncate"();
CREATE TRIGGER "anime_image_note_truncate" BEFORE TRUNCATE ON "anime_image"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_part_note_truncate"();

CREATE FUNCTION "episode_title_note_truncate"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "episode" SET "updated_at" = now() WHERE "id" IN (SELECT "episode_id" FROM "episode_title");
  RETURN NULL;
END $$;
CREATE TRIGGER "episode_title_note_truncate" BEFORE TRUNCATE ON "episode_title"
  FOR EACH STATEMENT EXECUTE FUNCTION "episode_title_note_truncate"();

CREATE FUNCTION "anime_leave_tombstones"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "anime_tombstone" ("anime_id", "version", "changed_in")
    SELECT "id", nextval('change_version'), pg_current_xact_id()::text::bigint FROM "anime"
    ON CONFLICT ("anime_id") DO UPDATE SET "version" = EXCLUDED."version", "changed_in" = EXCLUDED."changed_in";
  RETURN NULL;
END $$;
CREATE TRIGGER "anime_leave_tombstones" BEFORE TRUNCATE ON "anime"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_leave_tombstones"();

-- A genre or studio renamed by hand locks it and then every anime that shows it; a publication locks anime and then what they show.
-- So it takes its turn among the publications first, before it holds anything that one of them waits for.
CREATE FUNCTION "term_await_publication"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM "publication_head" WHERE "id" = 1 FOR UPDATE;
  RETURN NULL;
END $$;
CREATE TRIGGER "genre_await_publication" BEFORE UPDATE OR DELETE ON "genre"
  FOR EACH STATEMENT EXECUTE FUNCTION "term_await_publication"();
CREATE TRIGGER "studio_await_publication" BEFORE UPDATE OR DELETE ON "studio"
  FOR EACH STATEMENT EXECUTE FUNCTION "term_await_publication"();
