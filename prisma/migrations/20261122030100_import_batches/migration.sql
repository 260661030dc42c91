-- Of two records of one source that name the same number of an anime the later counts. Times are not enough: clocks are set back.
CREATE SEQUENCE "import_batch";
ALTER TABLE "source_record" ADD COLUMN "batch" BIGINT NOT NULL DEFAULT 0;

-- Who else states an id that its anime has given up?
CREATE INDEX "source_record_external_ids" ON "source_record" USING gin (("record" -> 'externalIds') jsonb_path_ops)
  WHERE "type" = 'anime';
