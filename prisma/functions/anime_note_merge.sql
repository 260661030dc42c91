-- An anime's answer shows the ids that were merged into it.
-- A version drawn by this transaction stays: nobody else has seen it.
CREATE OR REPLACE FUNCTION "anime_note_merge"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "anime" SET "updated_at" = now() WHERE "id" IN (OLD."merged_into_id", NEW."merged_into_id")
    AND ("xmin" <> pg_current_xact_id()::xid OR "version" < "microseconds"(now()));
  RETURN NULL;
END $$;
