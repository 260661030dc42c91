-- Anime, and those into which they were merged.
CREATE OR REPLACE FUNCTION "followed_anime"(ids UUID[]) RETURNS TABLE (id UUID) LANGUAGE sql STABLE AS $$
  WITH RECURSIVE line AS (
    SELECT unnest(ids) AS id
    UNION
    SELECT a.merged_into_id FROM line JOIN anime a ON a.id = line.id WHERE a.merged_into_id IS NOT NULL
  )
  SELECT line.id FROM line
$$;
