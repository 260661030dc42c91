-- Draws the change version of an anime. Popularity is never served: only search follows it, by
-- `changed_in`. A version that this transaction may have drawn itself is drawn again, so that the one that
-- stays is always older than the transaction.
CREATE OR REPLACE FUNCTION "anime_note_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "other" "anime";
BEGIN
  NEW."changed_in" := pg_current_xact_id()::text::bigint;
  IF NEW."popularity" IS DISTINCT FROM OLD."popularity" AND OLD."version" < "microseconds"(now()) THEN
    "other" := OLD;
    "other"."popularity" := NEW."popularity";
    "other"."changed_in" := NEW."changed_in";
    IF NEW IS NOT DISTINCT FROM "other" THEN
      RETURN NEW;
    END IF;
  END IF;
  -- Lists of changes end before this transaction began, until it ends: what it writes shows up at once, at its commit.
  PERFORM pg_advisory_xact_lock_shared((7321::bigint << 32) + floor(extract(epoch FROM now()))::bigint);
  NEW."version" := "next_version"(
    coalesce(OLD."version", (SELECT t."version" FROM "anime_tombstone" t WHERE t."anime_id" = NEW."id")));
  IF TG_OP = 'UPDATE' AND NEW."updated_at" = OLD."updated_at" AND
    (NEW."title", NEW."format", NEW."status", NEW."start_date", NEW."end_date", NEW."year", NEW."season", NEW."episode_count",
     NEW."duration_minutes", NEW."synopsis", NEW."is_adult", NEW."broadcast", NEW."official_site") IS DISTINCT FROM
    (OLD."title", OLD."format", OLD."status", OLD."start_date", OLD."end_date", OLD."year", OLD."season", OLD."episode_count",
     OLD."duration_minutes", OLD."synopsis", OLD."is_adult", OLD."broadcast", OLD."official_site")
  THEN
    NEW."updated_at" := now();
  END IF;
  RETURN NEW;
END $$;
