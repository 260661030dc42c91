-- The key of a title: lower case, single spaces, cut to what an index takes. In a language that is not inlined and at a
-- cost that keeps the planner to the index.
CREATE OR REPLACE FUNCTION "title_key"("title" TEXT) RETURNS TEXT LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 10000 AS $$
BEGIN
  RETURN left(btrim(regexp_replace(lower("title"), '[][[:space:]!"#$%&''()*+,./:;<=>?@\^_`{|}~-]+', ' ', 'g')), 200);
END $$;
