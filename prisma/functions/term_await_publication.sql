-- Renaming a genre or studio by hand locks it and then every anime that shows it; a publication locks anime and then
-- what they show. So it takes the publication lock first, before it holds anything that a publication waits for.
CREATE OR REPLACE FUNCTION "term_await_publication"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM "publication_head" WHERE "id" = 1 FOR UPDATE;
  RETURN NULL;
END $$;
