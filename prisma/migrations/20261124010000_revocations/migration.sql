-- CreateEnum
CREATE TYPE "revocation_kind" AS ENUM ('user', 'token');

-- CreateTable
CREATE TABLE "revocation" (
    "issuer" TEXT NOT NULL,
    "kind" "revocation_kind" NOT NULL,
    "name" TEXT NOT NULL,
    "not_before" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "revocation_pkey" PRIMARY KEY ("issuer", "kind", "name")
);
