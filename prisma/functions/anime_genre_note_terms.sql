-- Links of anime to genres changed: `anime.terms` has the numbers of what is linked, and `genre.anime_count` how many
-- anime are, without merged ones. A publication writes the terms with the row, so that no row is written again here.
CREATE OR REPLACE FUNCTION "anime_genre_note_terms"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    UPDATE "anime" SET "terms" = ARRAY(SELECT "n" FROM unnest("terms") "n" WHERE "n" < 0)
      WHERE "id" IN (SELECT "anime_id" FROM "anime_genre");
    UPDATE "genre" SET "anime_count" = 0 WHERE "anime_count" <> 0;
    RETURN NULL;
  END IF;
  IF TG_OP IN ('DELETE', 'UPDATE') THEN
    UPDATE "anime" a SET "terms" = "terms_of"(a."id") FROM (
      SELECT DISTINCT l."anime_id" FROM "old_rows" l JOIN "genre" t ON t."id" = l."genre_id" JOIN "anime" a ON a."id" = l."anime_id"
      WHERE t."number" = ANY (a."terms")
        AND NOT EXISTS (SELECT FROM "anime_genre" k WHERE k."anime_id" = l."anime_id" AND k."genre_id" = l."genre_id")) c
    WHERE a."id" = c."anime_id";
    UPDATE "genre" t SET "anime_count" = t."anime_count" - c."count" FROM (
      SELECT l."genre_id", count(*) FROM "old_rows" l JOIN "anime" a ON a."id" = l."anime_id"
      WHERE a."merged_into_id" IS NULL GROUP BY l."genre_id") c
    WHERE t."id" = c."genre_id";
  END IF;
  IF TG_OP IN ('INSERT', 'UPDATE') THEN
    UPDATE "anime" a SET "terms" = "terms_of"(a."id") FROM (
      SELECT DISTINCT l."anime_id" FROM "new_rows" l JOIN "genre" t ON t."id" = l."genre_id" JOIN "anime" a ON a."id" = l."anime_id"
      WHERE t."number" <> ALL (a."terms")) c
    WHERE a."id" = c."anime_id";
    UPDATE "genre" t SET "anime_count" = t."anime_count" + c."count" FROM (
      SELECT l."genre_id", count(*) FROM "new_rows" l JOIN "anime" a ON a."id" = l."anime_id"
      WHERE a."merged_into_id" IS NULL GROUP BY l."genre_id") c
    WHERE t."id" = c."genre_id";
  END IF;
  RETURN NULL;
END $$;
