-- What two anime were before a reviewer made them one, so that it can be undone while nothing has touched either since.
CREATE TABLE "anime_merge" (
    "merged_id" UUID NOT NULL,
    "survivor_id" UUID NOT NULL,
    "before" JSONB NOT NULL,
    "after" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "anime_merge_pkey" PRIMARY KEY ("merged_id")
);

-- CreateIndex
CREATE INDEX "anime_merge_survivor" ON "anime_merge"("survivor_id");

-- AddForeignKey
ALTER TABLE "anime_merge" ADD CONSTRAINT "anime_merge_merged_id_fkey" FOREIGN KEY ("merged_id") REFERENCES "anime"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "anime_merge" ADD CONSTRAINT "anime_merge_survivor_id_fkey" FOREIGN KEY ("survivor_id") REFERENCES "anime"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
