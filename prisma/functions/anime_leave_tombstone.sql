-- A deleted anime leaves a tombstone, by which search indexes forget it.
CREATE OR REPLACE FUNCTION "anime_leave_tombstone"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "anime_tombstone" ("anime_id", "version", "changed_in")
    VALUES (OLD."id", "next_version"(OLD."version"), pg_current_xact_id()::text::bigint)
    ON CONFLICT ("anime_id") DO UPDATE SET "version" = EXCLUDED."version", "changed_in" = EXCLUDED."changed_in";
  RETURN NULL;
END $$;
