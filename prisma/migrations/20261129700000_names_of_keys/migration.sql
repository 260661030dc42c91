ALTER TABLE "api_key" ADD COLUMN "name" TEXT,
    ADD CONSTRAINT "api_key_name" CHECK ("name" <> '');
