-- CreateTable
CREATE TABLE "application" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "redirect_uris" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "application_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "application_name" CHECK ("name" <> ''),
    CONSTRAINT "application_owner_named" CHECK ("owner" <> '')
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" TEXT NOT NULL,
    "application_id" UUID NOT NULL,
    "digest" BYTEA NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id"),
    -- What manages webhooks is never a key, whoever writes it.
    CONSTRAINT "api_key_scopes" CHECK (cardinality("scopes") > 0 AND "scopes" <@ ARRAY['anime.read', 'search.read']),
    CONSTRAINT "api_key_digest" CHECK (octet_length("digest") = 32)
);

-- CreateIndex
CREATE INDEX "application_owner" ON "application"("owner", "id");

-- CreateIndex
CREATE INDEX "api_key_application" ON "api_key"("application_id", "created_at");

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
