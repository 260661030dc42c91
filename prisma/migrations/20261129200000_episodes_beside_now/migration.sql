-- Of each anime the next planned episode and the last released one.
CREATE INDEX "episode_next_of_anime" ON "episode" ("anime_id", "scheduled_at", "number") WHERE "status" IN ('scheduled', 'delayed');
CREATE INDEX "episode_last_of_anime" ON "episode" ("anime_id", "released_at" DESC, "number" DESC) WHERE "status" = 'released';
