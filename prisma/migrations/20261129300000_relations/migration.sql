CREATE TYPE "relation_type" AS ENUM ('sequel', 'prequel', 'side_story', 'parent_story', 'alternative', 'adaptation', 'other');

-- Relations as sources state them. The other anime is named by a key, which may lead to none yet.
CREATE TABLE "anime_stated_relation" (
  "anime_id" UUID NOT NULL,
  "position" INTEGER NOT NULL,
  "type" "relation_type" NOT NULL,
  "source" TEXT COLLATE "C" NOT NULL,
  "source_id" TEXT COLLATE "C" NOT NULL,
  "stated_by" TEXT COLLATE "C",

  CONSTRAINT "anime_stated_relation_pkey" PRIMARY KEY ("anime_id", "source", "source_id"),
  CONSTRAINT "anime_stated_relation_anime_id_fkey" FOREIGN KEY ("anime_id") REFERENCES "anime"("id") ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX "anime_stated_relation_of" ON "anime_stated_relation"("source", "source_id");

-- Relations between anime of the catalogue, each in both directions.
CREATE TABLE "anime_relation" (
  "anime_id" UUID NOT NULL,
  "related_id" UUID NOT NULL,
  "type" "relation_type" NOT NULL,

  CONSTRAINT "anime_relation_pkey" PRIMARY KEY ("anime_id", "related_id"),
  CONSTRAINT "anime_relation_to_another" CHECK ("anime_id" <> "related_id"),
  CONSTRAINT "anime_relation_anime_id_fkey" FOREIGN KEY ("anime_id") REFERENCES "anime"("id") ON DELETE CASCADE ON UPDATE NO ACTION,
  CONSTRAINT "anime_relation_related_id_fkey" FOREIGN KEY ("related_id") REFERENCES "anime"("id") ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX "anime_relation_order" ON "anime_relation"("anime_id", "type", "related_id");
CREATE INDEX "anime_relation_back" ON "anime_relation"("related_id");

CREATE TRIGGER "anime_relation_note_insert" AFTER INSERT ON "anime_relation" REFERENCING NEW TABLE AS "new_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_part_note_change"();
CREATE TRIGGER "anime_relation_note_update" AFTER UPDATE ON "anime_relation" REFERENCING NEW TABLE AS "new_rows" OLD TABLE AS "old_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_part_note_change"();
CREATE TRIGGER "anime_relation_note_delete" AFTER DELETE ON "anime_relation" REFERENCING OLD TABLE AS "old_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_part_note_change"();
CREATE TRIGGER "anime_relation_note_truncate" BEFORE TRUNCATE ON "anime_relation"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_part_note_truncate"();

-- An anime's answer shows title and format of those that it is related to, and hides merged ones.
-- A version drawn by this transaction stays: nobody else has seen it.
CREATE OR REPLACE FUNCTION "anime_note_change_of_relations"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "anime" a SET "version" = 0 WHERE a."id" IN (SELECT r."anime_id" FROM "anime_relation" r WHERE r."related_id" = NEW."id")
    AND (a."xmin" <> pg_current_xact_id()::xid OR a."version" < "microseconds"(now()));
  RETURN NULL;
END $$;
CREATE TRIGGER "anime_note_change_of_relations" AFTER UPDATE ON "anime"
  FOR EACH ROW WHEN ((OLD."title", OLD."format", OLD."merged_into_id") IS DISTINCT FROM (NEW."title", NEW."format", NEW."merged_into_id"))
  EXECUTE FUNCTION "anime_note_change_of_relations"();
