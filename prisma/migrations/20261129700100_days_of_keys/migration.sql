-- CreateTable
CREATE TABLE "api_key_day" (
    "key_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "calls" INTEGER NOT NULL,
    "refusals" INTEGER NOT NULL,

    CONSTRAINT "api_key_day_pkey" PRIMARY KEY ("key_id", "day")
);

-- AddForeignKey
ALTER TABLE "api_key_day" ADD CONSTRAINT "api_key_day_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_key"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
