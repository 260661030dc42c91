-- AlterTable
ALTER TABLE "proposal" ADD COLUMN     "difference" JSONB;

-- AlterTable
ALTER TABLE "publication" ADD COLUMN     "reason" TEXT,
ADD COLUMN     "merged_id" UUID,
ADD COLUMN     "survivor_id" UUID;
