-- AlterTable
ALTER TABLE "proposal" ADD COLUMN     "holds" JSONB;

-- Of each key the rejection that no later word of its source has followed goes on: it holds back what its source had not published.
UPDATE "proposal" p SET "holds" = (
  SELECT jsonb_object_agg(m.key, m.value)
  FROM jsonb_each(p."record" - '{type,source,sourceId}'::text[]) m
  WHERE NOT EXISTS (
    SELECT FROM "source_record" r
    WHERE r."type" = p."type" AND r."source" = p."source" AND r."source_id" = p."source_id"
      AND m.value = coalesce(r."record" -> m.key, 'null')))
WHERE p."status" = 'rejected' AND NOT EXISTS (
  SELECT FROM "proposal" later
  WHERE later."type" = p."type" AND later."source" = p."source" AND later."source_id" = p."source_id" AND later."id" > p."id");
