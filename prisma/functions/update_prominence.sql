-- Updates the prominence of those of these anime that have changed since the last update, and of those that they
-- continue or that continue them, by their titles before and now (docs/search.md#prominence). A change committed during
-- the call has another version, and so remains to be scored. A lookup of a key finds few rows or none: building a
-- bitmap for each takes longer than reading them. A call plans for the tables as they are: plans kept from an empty
-- catalogue would read all of it with every batch of its first import.
CREATE OR REPLACE FUNCTION "update_prominence"("ids" UUID[]) RETURNS void LANGUAGE plpgsql
  SET "enable_seqscan" TO off SET "enable_bitmapscan" TO off SET "plan_cache_mode" TO force_custom_plan AS $$
DECLARE
  "due" UUID[];
  "versions" BIGINT[];
  "popularities" DOUBLE PRECISION[];
  "keys" TEXT[];
  "owners" UUID[];
  "years" SMALLINT[];
  "changed" TEXT[];
  "affected" UUID[];
BEGIN
  -- One at a time: versions of a row rise in commit order, and nobody writes what an older look has found.
  PERFORM pg_advisory_xact_lock(4219710341);
  -- Before anything that is scored: a change that comes between does not count as scored.
  SELECT array_agg(w."id"), array_agg(coalesce(a."version", 0)), array_agg(a."popularity") INTO "due", "versions", "popularities"
    FROM (SELECT DISTINCT unnest("ids") AS "id") w
    LEFT JOIN "anime" a ON a."id" = w."id" LEFT JOIN "anime_prominence" p ON p."anime_id" = w."id"
    WHERE (p."scored_version", p."scored_popularity") IS DISTINCT FROM (a."version", a."popularity");
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
  "read" AS MATERIALIZED (SELECT * FROM unnest("due", "versions", "popularities") AS d("id", "version", "popularity")),
  "scored" AS MATERIALIZED (
    SELECT a."id", "prominence_points"(CASE WHEN "read"."id" IS NULL THEN a."popularity" ELSE "read"."popularity" END, coalesce("sites"."number", 0), coalesce("languages"."number", 0),
      a."year", a."episode_count", coalesce("continued"."works", 0), "continues"."id" IS NOT NULL) AS "points"
    FROM "anime" a LEFT JOIN "read" ON "read"."id" = a."id"
      LEFT JOIN "sites" ON "sites"."anime_id" = a."id" LEFT JOIN "languages" ON "languages"."anime_id" = a."id"
      LEFT JOIN "continued" ON "continued"."id" = a."id" LEFT JOIN "continues" ON "continues"."id" = a."id"
    WHERE a."id" = ANY("affected"))
  INSERT INTO "anime_prominence" AS p ("anime_id", "points", "scored_version", "scored_popularity", "version", "changed_in")
    SELECT w."id", w."points", coalesce(d."version", k."scored_version", 0),
      CASE WHEN d."id" IS NULL THEN k."scored_popularity" ELSE d."popularity" END,
      "next_version"(k."version"), pg_current_xact_id()::text::bigint
    FROM "scored" w LEFT JOIN "read" d ON d."id" = w."id"
      LEFT JOIN "anime_prominence" k ON k."anime_id" = w."id"
    WHERE d."version" IS NOT NULL OR k."points" IS DISTINCT FROM w."points"
    ON CONFLICT ("anime_id") DO UPDATE SET "points" = EXCLUDED."points", "scored_version" = EXCLUDED."scored_version",
      "scored_popularity" = EXCLUDED."scored_popularity",
      "version" = CASE WHEN p."points" = EXCLUDED."points" THEN p."version" ELSE EXCLUDED."version" END,
      "changed_in" = CASE WHEN p."points" = EXCLUDED."points" THEN p."changed_in" ELSE EXCLUDED."changed_in" END;
  DELETE FROM "anime_prominence" p WHERE p."anime_id" = ANY("due") AND NOT EXISTS (SELECT FROM "anime" a WHERE a."id" = p."anime_id");
END $$;
