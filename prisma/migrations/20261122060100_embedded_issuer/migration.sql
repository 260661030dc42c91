-- CreateTable
CREATE TABLE "issuer_user" (
    "name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "disabled_at" TIMESTAMPTZ(3),

    CONSTRAINT "issuer_user_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "issuer_state" (
    "kind" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "grant_id" TEXT,
    "uid" TEXT,
    "payload" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "issuer_state_pkey" PRIMARY KEY ("kind","id")
);

-- CreateTable
CREATE TABLE "signing_key" (
    "id" TEXT NOT NULL,
    "public_key" JSONB NOT NULL,
    "private_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "tokens_end_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "signing_key_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "issuer_state_grant" ON "issuer_state"("grant_id");

-- CreateIndex
CREATE INDEX "issuer_state_uid" ON "issuer_state"("kind", "uid");

-- CreateIndex
CREATE INDEX "issuer_state_end" ON "issuer_state"("expires_at");
