-- A change version, from a hybrid clock: the time in microseconds, or one more than the row's last version if the
-- clock has not advanced. A sequence would go back with a restore and give lost versions to other content; the
-- clock draws above everything that was lost.
CREATE OR REPLACE FUNCTION "next_version"("last" BIGINT) RETURNS BIGINT LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  SELECT greatest("last" + 1, "microseconds"(clock_timestamp()))
$$;
