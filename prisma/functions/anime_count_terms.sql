-- An anime that is merged, or deleted, counts no more for its genres and studios; one whose merge is undone does again.
CREATE OR REPLACE FUNCTION "anime_count_terms"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "change" integer := -1;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW."merged_into_id" IS NULL THEN
    "change" := 1;
  END IF;
  UPDATE "genre" SET "anime_count" = "anime_count" + "change"
    WHERE "id" IN (SELECT "genre_id" FROM "anime_genre" WHERE "anime_id" = OLD."id");
  UPDATE "studio" SET "anime_count" = "anime_count" + "change"
    WHERE "id" IN (SELECT "studio_id" FROM "anime_studio" WHERE "anime_id" = OLD."id");
  RETURN OLD;
END $$;
