-- anime.title is the title at position 0, whichever of the two is edited (see anime_follow_title).
CREATE OR REPLACE FUNCTION "anime_title_follow_anime"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "anime_title" SET "title" = NEW."title" WHERE "anime_id" = NEW."id" AND "position" = 0 AND "title" <> NEW."title";
  RETURN NULL;
END $$;
