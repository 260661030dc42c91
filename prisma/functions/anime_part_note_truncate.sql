-- TRUNCATE fires no row triggers: the anime whose parts it takes away change before it.
CREATE OR REPLACE FUNCTION "anime_part_note_truncate"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('UPDATE "anime" SET "updated_at" = now() WHERE "id" IN (SELECT "anime_id" FROM %I)', TG_TABLE_NAME);
  RETURN NULL;
END $$;
