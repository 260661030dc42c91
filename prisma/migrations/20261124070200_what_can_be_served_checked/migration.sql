-- In a transaction of its own: what reads every row holds no reader up.
ALTER TABLE "anime" VALIDATE CONSTRAINT "anime_dates_served", VALIDATE CONSTRAINT "anime_times_served",
  VALIDATE CONSTRAINT "anime_popularity_finite", VALIDATE CONSTRAINT "anime_revision_range";
ALTER TABLE "anime_image" VALIDATE CONSTRAINT "anime_image_size_range";
ALTER TABLE "episode" VALIDATE CONSTRAINT "episode_number_range", VALIDATE CONSTRAINT "episode_times_served",
  VALIDATE CONSTRAINT "episode_revision_range";
