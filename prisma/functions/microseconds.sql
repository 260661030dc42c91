-- Microseconds since 1970: below 2^53 until 2255, the sum of two until 2112.
CREATE OR REPLACE FUNCTION "microseconds"("time" TIMESTAMPTZ) RETURNS BIGINT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (extract(epoch FROM "time") * 1000000)::bigint
$$;
