-- A delivery whose secret no key of SECRETS_KEY opens is not sent: that is no attempt of the eight, and its subscription asks its owner for a
-- new secret.
ALTER TYPE "attempt_error" ADD VALUE IF NOT EXISTS 'unsigned';
ALTER TABLE "subscription" ADD COLUMN "needs_rotation" BOOLEAN NOT NULL DEFAULT false;
