-- What an episode was when it ended, and the record that its id followed: where that record gets a number of its own again, the episode
-- returns under its id. A source that renumbers a long series in several imports stands in its own way for a moment.
ALTER TABLE "episode_alias"
  ADD COLUMN "source" TEXT,
  ADD COLUMN "source_id" TEXT,
  ADD COLUMN "revision" INTEGER NOT NULL DEFAULT 1,
  ADD COLUMN "release_announced" BOOLEAN NOT NULL DEFAULT true,
  ADD COLUMN "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
