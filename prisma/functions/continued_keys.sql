-- The keys of titles that a title with this key may continue: its leading words, if they have three letters.
CREATE OR REPLACE FUNCTION "continued_keys"("key" TEXT) RETURNS TEXT[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  "words" TEXT[] := string_to_array("key", ' ');
  "keys" TEXT[] := '{}';
  "leading" TEXT := '';
BEGIN
  FOR "n" IN 1 .. cardinality("words") - 1 LOOP
    "leading" := ltrim("leading" || ' ' || "words"["n"]);
    IF length("leading") >= 3 THEN
      "keys" := "keys" || "leading";
    END IF;
  END LOOP;
  RETURN "keys";
END $$;
