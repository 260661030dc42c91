-- Part of an anime changed (titles, links, images). A version drawn by this transaction stays: nobody else has seen it.
CREATE OR REPLACE FUNCTION "anime_part_note_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP IN ('INSERT', 'UPDATE') THEN
    UPDATE "anime" a SET "updated_at" = now() WHERE a."id" IN (SELECT "anime_id" FROM "new_rows")
      AND (a."xmin" <> pg_current_xact_id()::xid OR a."version" < "microseconds"(now()));
  END IF;
  IF TG_OP IN ('DELETE', 'UPDATE') THEN
    UPDATE "anime" a SET "updated_at" = now() WHERE a."id" IN (SELECT "anime_id" FROM "old_rows")
      AND (a."xmin" <> pg_current_xact_id()::xid OR a."version" < "microseconds"(now()));
  END IF;
  RETURN NULL;
END $$;
