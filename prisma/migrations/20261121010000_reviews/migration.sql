-- AlterTable
ALTER TABLE "proposal" ADD COLUMN     "base" JSONB NOT NULL DEFAULT '{}';

-- CreateTable
CREATE TABLE "episode_alias" (
    "id" UUID NOT NULL,
    "episode_id" UUID NOT NULL,

    CONSTRAINT "episode_alias_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "episode_alias_of" ON "episode_alias"("episode_id");

-- AddForeignKey
ALTER TABLE "episode_alias" ADD CONSTRAINT "episode_alias_episode_id_fkey" FOREIGN KEY ("episode_id") REFERENCES "episode"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- The revisions that a proposal's difference rests on: {id: revision} of anime and episodes.
CREATE FUNCTION "revisions_of"(ids uuid[]) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_object_agg(known."id", known."revision"), '{}') FROM (
    SELECT "id", "revision" FROM "anime" WHERE "id" = ANY (ids)
    UNION ALL
    SELECT "id", "revision" FROM "episode" WHERE "id" = ANY (ids)) known
$$;
