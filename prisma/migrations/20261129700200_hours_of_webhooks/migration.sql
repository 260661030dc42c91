-- CreateTable
CREATE TABLE "webhook_hour" (
    "webhook_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "delivered" INTEGER NOT NULL,
    "retried" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,

    CONSTRAINT "webhook_hour_pkey" PRIMARY KEY ("webhook_id", "hour")
);

-- Rows are counted up many times a second: room for the next version on the same page keeps that out of the indexes.
ALTER TABLE "webhook_hour" SET (fillfactor = 50);

-- CreateIndex
CREATE INDEX "webhook_hour_age" ON "webhook_hour"("hour");

-- AddForeignKey
ALTER TABLE "webhook_hour" ADD CONSTRAINT "webhook_hour_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "subscription"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
