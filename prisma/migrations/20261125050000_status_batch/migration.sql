-- The batch that stated an episode's status last: a plan that only got another title since is no newer than a release.
-- Null stands for "batch", so records that were imported before need no rewriting.
ALTER TABLE "source_record" ADD COLUMN "status_batch" BIGINT;
