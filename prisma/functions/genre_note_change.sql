-- Every anime that shows a renamed genre changes, though its own data, and so `updated_at`, does not.
CREATE OR REPLACE FUNCTION "genre_note_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "new_rows" n JOIN "old_rows" o ON o."id" = n."id"
    WHERE (n."slug", n."name") IS DISTINCT FROM (o."slug", o."name"))
  THEN
    RETURN NULL;
  END IF;
  UPDATE "anime" SET "version" = 0 WHERE "id" IN (
    SELECT l."anime_id" FROM "anime_genre" l JOIN "new_rows" n ON n."id" = l."genre_id" JOIN "old_rows" o ON o."id" = n."id"
    WHERE (n."slug", n."name") IS DISTINCT FROM (o."slug", o."name"));
  RETURN NULL;
END $$;
