-- Ids of anime and episodes that became the event's own: readers of the log forget them.
ALTER TABLE "event" ADD COLUMN "ended" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[];

-- Merges are told afterwards; which event ended an episode that was renumbered nobody knows any more.
ALTER TABLE "event" DISABLE TRIGGER "event_is_frozen";
UPDATE "event" e SET "ended" = ARRAY[p."merged_id"] FROM "publication" p
WHERE p."merged_id" IS NOT NULL AND e."publication_id" = p."id" AND e."anime_id" = p."survivor_id" AND e."episode_id" IS NULL;
ALTER TABLE "event" ENABLE TRIGGER "event_is_frozen";

-- The log of a few kinds.
CREATE INDEX "event_kind" ON "event"("kind", "position");
