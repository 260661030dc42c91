-- Filters of the list of anime, in its standard order.
CREATE INDEX "anime_episode_count_order" ON "anime"("episode_count", "id");
CREATE INDEX "anime_adult_order" ON "anime"("is_adult", "id");
