-- Weighs all anime in doubt in one statement: asked of each by itself, of functions that PostgreSQL starts anew every time, an import of
-- 26,340 anime spent two thirds of its time here. What is counted, and how many titles are looked at, stays as it was.
CREATE OR REPLACE FUNCTION "anime_weigh"("ids" UUID[]) RETURNS void LANGUAGE sql AS $$
  WITH "own" AS MATERIALIZED (
    SELECT DISTINCT t."anime_id" AS "id", "title_key"(t."title") COLLATE "C" AS "key", a."year"
    FROM "anime_title" t JOIN "anime" a ON a."id" = t."anime_id" WHERE t."anime_id" = ANY("ids")),
  "later" AS MATERIALIZED (
    SELECT DISTINCT o."id", o."year", c."anime_id" AS "other" FROM "own" o CROSS JOIN LATERAL (
      SELECT t."anime_id" FROM "anime_title" t
      WHERE "title_key"(t."title") COLLATE "C" >= o."key" || ' ' AND "title_key"(t."title") COLLATE "C" < o."key" || '!'
      LIMIT 200) c
    WHERE o."year" IS NOT NULL AND length(o."key") >= 3 AND c."anime_id" <> o."id"),
  "continued" AS MATERIALIZED (
    SELECT l."id", count(*) AS "works" FROM "later" l JOIN "anime" a ON a."id" = l."other"
    WHERE a."merged_into_id" IS NULL AND coalesce(a."year", 9999) >= l."year" GROUP BY l."id"),
  "earlier" AS MATERIALIZED (
    SELECT DISTINCT o."id", o."year", b."anime_id" AS "other"
    FROM (SELECT DISTINCT "id", "year", unnest("continued_keys"("key")) COLLATE "C" AS "key" FROM "own") o CROSS JOIN LATERAL (
      SELECT t."anime_id" FROM "anime_title" t WHERE "title_key"(t."title") COLLATE "C" = o."key" LIMIT 200) b
    WHERE b."anime_id" <> o."id"),
  "continues" AS MATERIALIZED (
    SELECT DISTINCT e."id" FROM "earlier" e JOIN "anime" a ON a."id" = e."other"
    WHERE a."merged_into_id" IS NULL AND a."year" <= coalesce(e."year", 9999)),
  "sites" AS MATERIALIZED (
    SELECT "anime_id", count(DISTINCT "site") AS "number" FROM "anime_external_id" WHERE "anime_id" = ANY("ids") GROUP BY 1),
  "languages" AS MATERIALIZED (
    SELECT "anime_id", count(DISTINCT coalesce("language", '')) AS "number" FROM "anime_title" WHERE "anime_id" = ANY("ids") GROUP BY 1),
  "weighed" AS MATERIALIZED (
    SELECT a."id", a."prominence", "prominence_points"(a."popularity", coalesce("sites"."number", 0), coalesce("languages"."number", 0),
      a."year", a."episode_count", coalesce("continued"."works", 0), "continues"."id" IS NOT NULL) AS "points"
    FROM "anime" a
      LEFT JOIN "sites" ON "sites"."anime_id" = a."id" LEFT JOIN "languages" ON "languages"."anime_id" = a."id"
      LEFT JOIN "continued" ON "continued"."id" = a."id" LEFT JOIN "continues" ON "continues"."id" = a."id"
    WHERE a."id" = ANY("ids")),
  "free" AS MATERIALIZED (
    SELECT a."id" FROM "anime" a JOIN "weighed" w ON w."id" = a."id" AND w."points" <> w."prominence"
    ORDER BY a."id" FOR NO KEY UPDATE OF a SKIP LOCKED),
  "updated" AS (
    UPDATE "anime" SET "prominence" = w."points" FROM "weighed" w JOIN "free" ON "free"."id" = w."id" WHERE "anime"."id" = w."id")
  INSERT INTO "anime_to_weigh" ("transaction", "anime_id")
    SELECT pg_current_xact_id()::text::bigint, w."id" FROM "weighed" w
    WHERE w."points" <> w."prominence" AND NOT EXISTS (SELECT FROM "free" WHERE "free"."id" = w."id")
    ON CONFLICT DO NOTHING
$$;
DROP FUNCTION "anime_continued"(UUID);
DROP FUNCTION "anime_continues"(UUID);
