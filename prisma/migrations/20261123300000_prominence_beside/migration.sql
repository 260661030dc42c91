-- Prominence is for search alone: it stands beside the anime, so that it changes no entity tag, and whoever keeps a search index weighs
-- what has changed (docs/search.md#prominence). Triggers that put anime in doubt, a deferred one that weighed them at each commit and a
-- second version of every row took half the time of an import.
DROP TRIGGER "anime_doubt_insert" ON "anime";
DROP TRIGGER "anime_doubt_update" ON "anime";
DROP TRIGGER "anime_title_doubt_insert" ON "anime_title";
DROP TRIGGER "anime_title_doubt_update" ON "anime_title";
DROP TRIGGER "anime_title_doubt_delete" ON "anime_title";
DROP TRIGGER "anime_title_doubt_truncate" ON "anime_title";
DROP TRIGGER "anime_external_id_doubt_insert" ON "anime_external_id";
DROP TRIGGER "anime_external_id_doubt_update" ON "anime_external_id";
DROP TRIGGER "anime_external_id_doubt_delete" ON "anime_external_id";
DROP TRIGGER "anime_external_id_doubt_truncate" ON "anime_external_id";
DROP FUNCTION "anime_doubt"();
DROP FUNCTION "anime_doubt_all"();
DROP FUNCTION "anime_title_doubt"();
DROP FUNCTION "anime_external_id_doubt"();
DROP FUNCTION "anime_doubt_series"(UUID[], TEXT[]);
DROP FUNCTION "anime_doubt_these"(UUID[]);
DROP INDEX "anime_title_key";

-- No reference to the anime: what weighs them waits for nobody who changes them, and nobody for it.
CREATE TABLE "anime_prominence" (
    "anime_id" UUID NOT NULL,
    "points" SMALLINT NOT NULL,
    "weighed_version" BIGINT NOT NULL,
    "version" BIGINT NOT NULL,
    "changed_in" BIGINT NOT NULL,

    CONSTRAINT "anime_prominence_pkey" PRIMARY KEY ("anime_id")
);
CREATE INDEX "anime_prominence_changed_in" ON "anime_prominence" ("changed_in");

-- The keys of titles as they were weighed last: what an anime continues and what continues it, also when a title is gone.
CREATE TABLE "anime_title_key" (
    "key" TEXT COLLATE "C" NOT NULL,
    "anime_id" UUID NOT NULL,
    "year" SMALLINT,

    CONSTRAINT "anime_title_key_pkey" PRIMARY KEY ("key","anime_id")
);
CREATE INDEX "anime_title_key_anime" ON "anime_title_key" ("anime_id");

INSERT INTO "anime_title_key" ("key", "anime_id", "year")
  SELECT DISTINCT "title_key"(n."title") COLLATE "C", a."id", a."year"
  FROM "anime" a CROSS JOIN LATERAL (
    SELECT a."title" UNION SELECT t."title" FROM "anime_title" t WHERE t."anime_id" = a."id") n
  WHERE a."merged_into_id" IS NULL AND length("title_key"(n."title")) >= 3;
INSERT INTO "anime_prominence" ("anime_id", "points", "weighed_version", "version", "changed_in")
  SELECT a."id", a."prominence", CASE WHEN a."id" IN (SELECT "anime_id" FROM "anime_to_weigh") THEN 0 ELSE a."version" END, 0, 0
  FROM "anime" a;
DROP TABLE "anime_to_weigh";
DROP FUNCTION "anime_weigh_due"();
DROP FUNCTION "anime_weigh"(UUID[]);
ALTER TABLE "anime" DROP COLUMN "prominence";

-- All of them: with eight words at most, as before, a work with a longer title never heard of what continued it later.
CREATE OR REPLACE FUNCTION "continued_keys"("key" TEXT) RETURNS TEXT[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  "words" TEXT[] := string_to_array("key", ' ');
  "keys" TEXT[] := '{}';
  "leading" TEXT := '';
BEGIN
  FOR "n" IN 1 .. cardinality("words") - 1 LOOP
    "leading" := ltrim("leading" || ' ' || "words"["n"]);
    IF length("leading") >= 3 THEN
      "keys" := "keys" || "leading";
    END IF;
  END LOOP;
  RETURN "keys";
END $$;

-- Weighs those of these anime that have changed since they were weighed last, and those that they continue or that continue them, by
-- their titles of then and of now. What is committed meanwhile is another version, and so still to be weighed.
CREATE FUNCTION "anime_weigh"("ids" UUID[]) RETURNS void LANGUAGE plpgsql SET "enable_seqscan" TO off AS $$
DECLARE
  "due" UUID[];
  "versions" BIGINT[];
  "keys" TEXT[];
  "owners" UUID[];
  "years" SMALLINT[];
  "changed" TEXT[];
  "affected" UUID[];
BEGIN
  -- One at a time: versions of a row rise in commit order, and nobody writes what an older look has found.
  PERFORM pg_advisory_xact_lock(4219710341);
  -- Before anything that is weighed: a change that comes between is not taken for weighed.
  SELECT array_agg(w."id"), array_agg(coalesce(a."version", 0)) INTO "due", "versions"
    FROM (SELECT DISTINCT unnest("ids") AS "id") w
    LEFT JOIN "anime" a ON a."id" = w."id" LEFT JOIN "anime_prominence" p ON p."anime_id" = w."id"
    WHERE p."weighed_version" IS DISTINCT FROM a."version";
  IF "due" IS NULL THEN
    RETURN;
  END IF;

  SELECT array_agg(k."key"), array_agg(k."id"), array_agg(k."year") INTO "keys", "owners", "years"
    FROM (SELECT DISTINCT "title_key"(n."title") COLLATE "C" AS "key", a."id", a."year"
      FROM "anime" a CROSS JOIN LATERAL (
        SELECT a."title" UNION SELECT t."title" FROM "anime_title" t WHERE t."anime_id" = a."id") n
      WHERE a."id" = ANY("due") AND a."merged_into_id" IS NULL) k
    WHERE length(k."key") >= 3;
  WITH "known" AS MATERIALIZED (SELECT "key", "anime_id", "year" FROM "anime_title_key" WHERE "anime_id" = ANY("due")),
  "gone" AS (
    DELETE FROM "anime_title_key" WHERE ("key", "anime_id") IN (
      SELECT "key", "anime_id" FROM "known" EXCEPT SELECT * FROM unnest("keys", "owners"))
    RETURNING "key"),
  "come" AS (
    INSERT INTO "anime_title_key" ("key", "anime_id", "year")
      SELECT n."key" COLLATE "C", n."anime_id", n."year" FROM unnest("keys", "owners", "years") AS n("key", "anime_id", "year")
      EXCEPT SELECT "key", "anime_id", "year" FROM "known"
    ON CONFLICT ("key", "anime_id") DO UPDATE SET "year" = EXCLUDED."year"
    RETURNING "key")
  SELECT array_agg(DISTINCT c."key") INTO "changed" FROM (SELECT "key" FROM "gone" UNION ALL SELECT "key" FROM "come") c;

  SELECT array_agg(r."id") INTO "affected" FROM (
    SELECT unnest("due") AS "id"
    UNION
    SELECT b."anime_id" FROM (SELECT DISTINCT unnest("continued_keys"(c)) COLLATE "C" AS "key" FROM unnest("changed") c) o
      CROSS JOIN LATERAL (SELECT t."anime_id" FROM "anime_title_key" t WHERE t."key" = o."key" LIMIT 200) b
    UNION
    SELECT c."anime_id" FROM (SELECT unnest("changed") COLLATE "C" AS "key") o CROSS JOIN LATERAL (
      SELECT t."anime_id" FROM "anime_title_key" t WHERE t."key" >= o."key" || ' ' AND t."key" < o."key" || '!' LIMIT 200) c) r;

  WITH "own" AS MATERIALIZED (SELECT "anime_id" AS "id", "key", "year" FROM "anime_title_key" WHERE "anime_id" = ANY("affected")),
  -- At most so many: more tell nothing. What has no year is an unknown work that happens to be called so.
  "continued" AS MATERIALIZED (
    SELECT o."id", count(DISTINCT c."anime_id") AS "works" FROM "own" o CROSS JOIN LATERAL (
      SELECT t."anime_id", t."year" FROM "anime_title_key" t WHERE t."key" >= o."key" || ' ' AND t."key" < o."key" || '!' LIMIT 200) c
    WHERE c."anime_id" <> o."id" AND coalesce(c."year", 9999) >= o."year" GROUP BY o."id"),
  "continues" AS MATERIALIZED (
    SELECT DISTINCT o."id" FROM (SELECT DISTINCT "id", "year", unnest("continued_keys"("key")) COLLATE "C" AS "key" FROM "own") o
    CROSS JOIN LATERAL (SELECT t."anime_id", t."year" FROM "anime_title_key" t WHERE t."key" = o."key" LIMIT 200) b
    WHERE b."anime_id" <> o."id" AND b."year" <= coalesce(o."year", 9999)),
  "sites" AS MATERIALIZED (
    SELECT "anime_id", count(DISTINCT "site") AS "number" FROM "anime_external_id" WHERE "anime_id" = ANY("affected") GROUP BY 1),
  "languages" AS MATERIALIZED (
    SELECT "anime_id", count(DISTINCT coalesce("language", '')) AS "number" FROM "anime_title" WHERE "anime_id" = ANY("affected") GROUP BY 1),
  "weighed" AS MATERIALIZED (
    SELECT a."id", "prominence_points"(a."popularity", coalesce("sites"."number", 0), coalesce("languages"."number", 0),
      a."year", a."episode_count", coalesce("continued"."works", 0), "continues"."id" IS NOT NULL) AS "points"
    FROM "anime" a
      LEFT JOIN "sites" ON "sites"."anime_id" = a."id" LEFT JOIN "languages" ON "languages"."anime_id" = a."id"
      LEFT JOIN "continued" ON "continued"."id" = a."id" LEFT JOIN "continues" ON "continues"."id" = a."id"
    WHERE a."id" = ANY("affected"))
  INSERT INTO "anime_prominence" AS p ("anime_id", "points", "weighed_version", "version", "changed_in")
    SELECT w."id", w."points", coalesce(d."version", k."weighed_version", 0), nextval('change_version'), pg_current_xact_id()::text::bigint
    FROM "weighed" w LEFT JOIN unnest("due", "versions") AS d("id", "version") ON d."id" = w."id"
      LEFT JOIN "anime_prominence" k ON k."anime_id" = w."id"
    WHERE d."version" IS NOT NULL OR k."points" IS DISTINCT FROM w."points"
    ON CONFLICT ("anime_id") DO UPDATE SET "points" = EXCLUDED."points", "weighed_version" = EXCLUDED."weighed_version",
      "version" = CASE WHEN p."points" = EXCLUDED."points" THEN p."version" ELSE EXCLUDED."version" END,
      "changed_in" = CASE WHEN p."points" = EXCLUDED."points" THEN p."changed_in" ELSE EXCLUDED."changed_in" END;
  DELETE FROM "anime_prominence" p WHERE p."anime_id" = ANY("due") AND NOT EXISTS (SELECT FROM "anime" a WHERE a."id" = p."anime_id");
END $$;

-- The title and format of few anime change at once; joined to one another, all rows of a statement before and after it took 12 ms of
-- 500 that changed in something else.
DROP TRIGGER "anime_note_change_of_episodes" ON "anime";
CREATE OR REPLACE FUNCTION "anime_note_change_of_episodes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "episode" SET "version" = 0 WHERE "anime_id" = NEW."id";
  RETURN NULL;
END $$;
CREATE TRIGGER "anime_note_change_of_episodes" AFTER UPDATE ON "anime"
  FOR EACH ROW WHEN ((NEW."title", NEW."format") IS DISTINCT FROM (OLD."title", OLD."format"))
  EXECUTE FUNCTION "anime_note_change_of_episodes"();
