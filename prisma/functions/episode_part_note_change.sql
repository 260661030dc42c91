-- Titles of an episode changed. A version drawn by this transaction stays: nobody else has seen it.
CREATE OR REPLACE FUNCTION "episode_part_note_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP IN ('INSERT', 'UPDATE') THEN
    UPDATE "episode" SET "updated_at" = now()
      WHERE "id" IN (SELECT "episode_id" FROM "new_rows") AND "episode"."xmin" <> pg_current_xact_id()::xid;
  END IF;
  IF TG_OP IN ('DELETE', 'UPDATE') THEN
    UPDATE "episode" SET "updated_at" = now()
      WHERE "id" IN (SELECT "episode_id" FROM "old_rows") AND "episode"."xmin" <> pg_current_xact_id()::xid;
  END IF;
  RETURN NULL;
END $$;
