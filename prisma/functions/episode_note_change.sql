-- Draws the change version of an episode.
CREATE OR REPLACE FUNCTION "episode_note_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Lists of changes end before this transaction began, until it ends: what it writes shows up at once, at its commit.
  PERFORM pg_advisory_xact_lock_shared((7321::bigint << 32) + floor(extract(epoch FROM now()))::bigint);
  NEW."version" := "next_version"(OLD."version");
  IF TG_OP = 'UPDATE' AND NEW."updated_at" = OLD."updated_at" AND
    (NEW."anime_id", NEW."number", NEW."status", NEW."scheduled_at", NEW."released_at") IS DISTINCT FROM
    (OLD."anime_id", OLD."number", OLD."status", OLD."scheduled_at", OLD."released_at")
  THEN
    NEW."updated_at" := now();
  END IF;
  RETURN NEW;
END $$;
