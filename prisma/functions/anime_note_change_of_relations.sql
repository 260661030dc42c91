-- An anime's answer shows title and format of those that it is related to, and hides merged ones.
-- A version drawn by this transaction stays: nobody else has seen it.
CREATE OR REPLACE FUNCTION "anime_note_change_of_relations"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "anime" a SET "version" = 0 WHERE a."id" IN (SELECT r."anime_id" FROM "anime_relation" r WHERE r."related_id" = NEW."id")
    AND (a."xmin" <> pg_current_xact_id()::xid OR a."version" < "microseconds"(now()));
  RETURN NULL;
END $$;
