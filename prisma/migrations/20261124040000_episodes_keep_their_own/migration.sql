-- What belongs to an episode and to no source, while its id leads to another: what reviewers decided of it and what was made by hand, as
-- rows of source_record. Whether its release was announced is its own as well: nothing of it is lent to the episode that the id leads to.
ALTER TABLE "episode_alias" ADD COLUMN "own_records" JSONB NOT NULL DEFAULT '[]';
