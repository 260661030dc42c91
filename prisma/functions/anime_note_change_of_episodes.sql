-- An episode's answer shows its anime's title and format.
CREATE OR REPLACE FUNCTION "anime_note_change_of_episodes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "episode" SET "version" = 0 WHERE "anime_id" = NEW."id";
  RETURN NULL;
END $$;
