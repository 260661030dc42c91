-- The revisions that a proposal's difference rests on: {id: revision} of anime and episodes.
CREATE OR REPLACE FUNCTION "revisions_of"(ids uuid[]) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_object_agg(known."id", known."revision"), '{}') FROM (
    SELECT "id", "revision" FROM "anime" WHERE "id" = ANY (ids)
    UNION ALL
    SELECT "id", "revision" FROM "episode" WHERE "id" = ANY (ids)) known
$$;
