-- How well known an anime is, in points of a search hit's rank. Never served; the search index holds it. docs/search.md says what the
-- weights are and how they were measured.
ALTER TABLE "anime" ADD COLUMN "prominence" SMALLINT NOT NULL DEFAULT 0;

-- Anime whose prominence a transaction has put in doubt; what is left between transactions could not be locked.
CREATE TABLE "anime_to_weigh" (
    "transaction" BIGINT NOT NULL,
    "anime_id" UUID NOT NULL,

    CONSTRAINT "anime_to_weigh_pkey" PRIMARY KEY ("transaction","anime_id")
);

-- A title as its continuations begin: lower case, words apart by single spaces, not longer than an index takes. In a language that is
-- not inlined and at a price that keeps the planner to the index: a scan would compute it for every title there is.
CREATE FUNCTION "title_key"("title" TEXT) RETURNS TEXT LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 10000 AS $$
BEGIN
  RETURN left(btrim(regexp_replace(lower("title"), '[][[:space:]!"#$%&''()*+,./:;<=>?@\^_`{|}~-]+', ' ', 'g')), 200);
END $$;

CREATE INDEX "anime_title_key" ON "anime_title" (("title_key"("title") COLLATE "C"));

-- The keys that a title with this key continues: its leading words, eight at most, if they have three letters.
CREATE FUNCTION "continued_keys"("key" TEXT) RETURNS TEXT[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  "words" TEXT[] := string_to_array("key", ' ');
  "keys" TEXT[] := '{}';
  "leading" TEXT := '';
BEGIN
  FOR "n" IN 1 .. least(cardinality("words") - 1, 8) LOOP
    "leading" := ltrim("leading" || ' ' || "words"["n"]);
    IF length("leading") >= 3 THEN
      "keys" := "keys" || "leading";
    END IF;
  END LOOP;
  RETURN "keys";
END $$;

-- Whoever else has a title that begins with one of this anime's titles and goes on, and is not older: at most so many, more tell
-- nothing. What has no year is an unknown work that happens to be called so.
CREATE FUNCTION "anime_continued"("id" UUID) RETURNS BIGINT LANGUAGE sql STABLE AS $$
  WITH "own" AS MATERIALIZED (SELECT DISTINCT "title_key"("title") AS "key" FROM "anime_title" WHERE "anime_id" = "id")
  SELECT count(DISTINCT c."anime_id") FROM "own" JOIN "anime" "first" ON "first"."id" = "anime_continued"."id" AND "first"."year" IS NOT NULL
  CROSS JOIN LATERAL (
    SELECT t."anime_id" FROM "anime_title" t
    WHERE "title_key"(t."title") COLLATE "C" >= "own"."key" || ' ' AND "title_key"(t."title") COLLATE "C" < "own"."key" || '!'
    LIMIT 200) c
  WHERE length("own"."key") >= 3 AND c."anime_id" <> "anime_continued"."id"
    AND (SELECT a."merged_into_id" IS NULL AND coalesce(a."year", 9999) >= "first"."year" FROM "anime" a WHERE a."id" = c."anime_id")
$$;

-- Whether one of the anime's titles goes on from a title of another.
CREATE FUNCTION "anime_continues"("id" UUID) RETURNS BOOLEAN LANGUAGE sql STABLE AS $$
  WITH "own" AS MATERIALIZED (SELECT DISTINCT unnest("continued_keys"("title_key"("title"))) AS "key" FROM "anime_title"
    WHERE "anime_id" = "id")
  SELECT EXISTS (SELECT FROM "own" CROSS JOIN LATERAL (
    SELECT t."anime_id" FROM "anime_title" t WHERE "title_key"(t."title") COLLATE "C" = "own"."key" LIMIT 200) b
    WHERE b."anime_id" <> "anime_continues"."id"
      AND (SELECT a."merged_into_id" IS NULL AND a."year" <= coalesce(o."year", 9999) FROM "anime" a, "anime" o
        WHERE a."id" = b."anime_id" AND o."id" = "anime_continues"."id"))
$$;

-- Points; about thirty stand for twice as many fans. Half a known popularity, half what the catalogue knows: few anime have a
-- popularity, and having one must not lift them.
CREATE FUNCTION "prominence_points"("popularity" DOUBLE PRECISION, "sites" BIGINT, "languages" BIGINT, "year" SMALLINT,
  "episodes" INTEGER, "continued" BIGINT, "continues" BOOLEAN) RETURNS SMALLINT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT greatest(0, round(CASE WHEN "popularity" > 0 THEN ("estimate" + 20 * (ln("popularity") / ln(2) - 8)) / 2 ELSE "estimate" END)
    - CASE WHEN "continues" THEN 40 ELSE 0 END)::smallint
  FROM (SELECT 4 * least(greatest("sites" - 1, 0), 5)
    + 14 * least(greatest("languages" - 1, 0), 5)
    + 2.4 * CASE WHEN "year" IS NULL THEN 8 ELSE least(greatest("year" - 1990, 0), 25) END
    + 18 * least(ln(1 + "continued") / ln(2), 5)
    + 4.5 * least(ln(1 + greatest(coalesce("episodes", 0), 0)) / ln(2), 7) AS "estimate") "known"
$$;

-- Never waits for a row that somebody else is changing, who may be waiting for one of ours: such an anime stays in doubt until the
-- next transaction that changes any.
CREATE FUNCTION "anime_weigh"("ids" UUID[]) RETURNS void LANGUAGE sql AS $$
  WITH "weighed" AS MATERIALIZED (
    SELECT a."id", a."prominence", "prominence_points"(a."popularity",
      (SELECT count(DISTINCT e."site") FROM "anime_external_id" e WHERE e."anime_id" = a."id"),
      (SELECT count(DISTINCT coalesce(t."language", '')) FROM "anime_title" t WHERE t."anime_id" = a."id"),
      a."year", a."episode_count", "anime_continued"(a."id"), "anime_continues"(a."id")) AS "points"
    FROM "anime" a WHERE a."id" = ANY("ids")),
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

-- Weighs at the commit, once for all that the transaction did: an import writes an anime in many statements.
CREATE FUNCTION "anime_weigh_due"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "ids" UUID[];
BEGIN
  WITH "due" AS (
    DELETE FROM "anime_to_weigh" WHERE ("transaction", "anime_id") IN
      (SELECT "transaction", "anime_id" FROM "anime_to_weigh" FOR UPDATE SKIP LOCKED) RETURNING "anime_id")
    SELECT array_agg("anime_id") INTO "ids" FROM "due";
  IF "ids" IS NOT NULL THEN
    PERFORM "anime_weigh"("ids");
  END IF;
  RETURN NULL;
END $$;
-- The nil id stands for the transaction: one call weighs all.
CREATE CONSTRAINT TRIGGER "anime_weigh_due" AFTER INSERT ON "anime_to_weigh" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW."anime_id" = '00000000-0000-0000-0000-000000000000') EXECUTE FUNCTION "anime_weigh_due"();

CREATE FUNCTION "anime_doubt_these"("ids" UUID[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO "anime_to_weigh" ("transaction", "anime_id")
  SELECT pg_current_xact_id()::text::bigint, "id"
  FROM (SELECT unnest("ids") AS "id" UNION SELECT '00000000-0000-0000-0000-000000000000') "doubted"
  WHERE cardinality("ids") > 0
  ON CONFLICT DO NOTHING
$$;

-- Puts these anime in doubt, and those that they continue or that continue them.
CREATE FUNCTION "anime_doubt_series"("ids" UUID[], "titles" TEXT[]) RETURNS void LANGUAGE sql AS $$
  WITH "changed" AS MATERIALIZED (SELECT DISTINCT "title_key"(t) AS "key" FROM unnest("titles") t),
    "bases" AS MATERIALIZED (SELECT DISTINCT unnest("continued_keys"("key")) AS "key" FROM "changed")
  SELECT "anime_doubt_these"(array_agg("doubted"."id")) FROM (
    SELECT unnest("ids") AS "id"
    UNION
    SELECT b."anime_id" FROM "bases" CROSS JOIN LATERAL (
      SELECT t."anime_id" FROM "anime_title" t WHERE "title_key"(t."title") COLLATE "C" = "bases"."key" LIMIT 200) b
    UNION
    SELECT c."anime_id" FROM "changed" CROSS JOIN LATERAL (
      SELECT t."anime_id" FROM "anime_title" t
      WHERE "title_key"(t."title") COLLATE "C" >= "changed"."key" || ' ' AND "title_key"(t."title") COLLATE "C" < "changed"."key" || '!'
      LIMIT 200) c
      WHERE length("changed"."key") >= 3) "doubted"
$$;

CREATE FUNCTION "anime_title_doubt"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP IN ('INSERT', 'UPDATE') THEN
    PERFORM "anime_doubt_series"(array_agg("anime_id"), array_agg("title")) FROM "new_rows" HAVING count(*) > 0;
  END IF;
  IF TG_OP IN ('DELETE', 'UPDATE') THEN
    PERFORM "anime_doubt_series"(array_agg("anime_id"), array_agg("title")) FROM "old_rows" HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "anime_title_doubt_insert" AFTER INSERT ON "anime_title" REFERENCING NEW TABLE AS "new_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_title_doubt"();
CREATE TRIGGER "anime_title_doubt_update" AFTER UPDATE ON "anime_title" REFERENCING NEW TABLE AS "new_rows" OLD TABLE AS "old_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_title_doubt"();
CREATE TRIGGER "anime_title_doubt_delete" AFTER DELETE ON "anime_title" REFERENCING OLD TABLE AS "old_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_title_doubt"();

CREATE FUNCTION "anime_external_id_doubt"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP IN ('INSERT', 'UPDATE') THEN
    PERFORM "anime_doubt_these"(array_agg("anime_id")) FROM "new_rows" HAVING count(*) > 0;
  END IF;
  IF TG_OP IN ('DELETE', 'UPDATE') THEN
    PERFORM "anime_doubt_these"(array_agg("anime_id")) FROM "old_rows" HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "anime_external_id_doubt_insert" AFTER INSERT ON "anime_external_id" REFERENCING NEW TABLE AS "new_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_external_id_doubt"();
CREATE TRIGGER "anime_external_id_doubt_update" AFTER UPDATE ON "anime_external_id" REFERENCING NEW TABLE AS "new_rows" OLD TABLE AS "old_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_external_id_doubt"();
CREATE TRIGGER "anime_external_id_doubt_delete" AFTER DELETE ON "anime_external_id" REFERENCING OLD TABLE AS "old_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_external_id_doubt"();

CREATE FUNCTION "anime_doubt"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM "anime_doubt_these"(array_agg("id")) FROM "new_rows" HAVING count(*) > 0;
    RETURN NULL;
  END IF;
  PERFORM "anime_doubt_these"(array_agg(n."id")) FROM "new_rows" n JOIN "old_rows" o ON o."id" = n."id"
    WHERE (n."popularity", n."year", n."episode_count") IS DISTINCT FROM (o."popularity", o."year", o."episode_count")
    HAVING count(*) > 0;
  -- What is merged away continues nothing any more.
  PERFORM "anime_doubt_series"(array_agg(t."anime_id"), array_agg(t."title"))
    FROM "new_rows" n JOIN "old_rows" o ON o."id" = n."id" JOIN "anime_title" t ON t."anime_id" = n."id"
    WHERE (n."merged_into_id" IS NULL) <> (o."merged_into_id" IS NULL) HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER "anime_doubt_insert" AFTER INSERT ON "anime" REFERENCING NEW TABLE AS "new_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_doubt"();
CREATE TRIGGER "anime_doubt_update" AFTER UPDATE ON "anime" REFERENCING NEW TABLE AS "new_rows" OLD TABLE AS "old_rows"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_doubt"();

-- A truncated table fires no trigger of rows.
CREATE FUNCTION "anime_doubt_all"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "anime_doubt_these"(array_agg("id")) FROM "anime" HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER "anime_title_doubt_truncate" AFTER TRUNCATE ON "anime_title" FOR EACH STATEMENT EXECUTE FUNCTION "anime_doubt_all"();
CREATE TRIGGER "anime_external_id_doubt_truncate" AFTER TRUNCATE ON "anime_external_id"
  FOR EACH STATEMENT EXECUTE FUNCTION "anime_doubt_all"();

SELECT "anime_weigh"(array_agg("id")) FROM "anime" HAVING count(*) > 0;
