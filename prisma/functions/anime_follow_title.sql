-- anime.title is the title at position 0, whichever of the two is edited (see anime_title_follow_anime).
CREATE OR REPLACE FUNCTION "anime_follow_title"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."position" = 0 THEN
    UPDATE "anime" SET "title" = NEW."title" WHERE "id" = NEW."anime_id" AND "title" <> NEW."title";
  END IF;
  RETURN NULL;
END $$;
