-- TRUNCATE fires no row triggers: all anime leave their tombstones before it.
CREATE OR REPLACE FUNCTION "anime_leave_tombstones"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "anime_tombstone" ("anime_id", "version", "changed_in")
    SELECT "id", "next_version"("version"), pg_current_xact_id()::text::bigint FROM "anime"
    ON CONFLICT ("anime_id") DO UPDATE SET "version" = EXCLUDED."version", "changed_in" = EXCLUDED."changed_in";
  RETURN NULL;
END $$;
