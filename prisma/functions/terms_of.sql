-- The numbers of an anime's genres (positive) and studios (negative), ascending, as `anime.terms` has them.
CREATE OR REPLACE FUNCTION "terms_of"("id" uuid) RETURNS integer[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg("number" ORDER BY "number"), '{}') FROM (
    SELECT g."number" FROM "anime_genre" l JOIN "genre" g ON g."id" = l."genre_id" WHERE l."anime_id" = $1
    UNION ALL SELECT s."number" FROM "anime_studio" l JOIN "studio" s ON s."id" = l."studio_id" WHERE l."anime_id" = $1) t
$$;
