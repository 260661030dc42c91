-- A list has as many entries as its sources name: an anime may well have more than 32,767 titles.
ALTER TABLE "anime_title" ALTER COLUMN "position" TYPE INTEGER;
ALTER TABLE "anime_genre" ALTER COLUMN "position" TYPE INTEGER;
ALTER TABLE "anime_studio" ALTER COLUMN "position" TYPE INTEGER;
ALTER TABLE "anime_external_id" ALTER COLUMN "position" TYPE INTEGER;
ALTER TABLE "anime_image" ALTER COLUMN "position" TYPE INTEGER;
ALTER TABLE "episode_title" ALTER COLUMN "position" TYPE INTEGER;
