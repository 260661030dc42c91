-- TRUNCATE fires no row triggers: the episodes whose titles it takes away change before it.
CREATE OR REPLACE FUNCTION "episode_title_note_truncate"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "episode" SET "updated_at" = now() WHERE "id" IN (SELECT "episode_id" FROM "episode_title");
  RETURN NULL;
END $$;
