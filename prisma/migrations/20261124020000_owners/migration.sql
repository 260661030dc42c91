-- Whose `sub` the owner is. Null: not bound yet, as of the version before; the next start binds it to the issuer that is configured.
ALTER TABLE "application" ADD COLUMN "owner_issuer" TEXT,
    ADD COLUMN "disabled_at" TIMESTAMPTZ(3),
    ADD COLUMN "deleted_at" TIMESTAMPTZ(3);

ALTER TABLE "subscription" ADD COLUMN "rests" BOOLEAN NOT NULL DEFAULT false;

-- Why the keys and subscriptions of an application rest; null: they do not. Accounts are those of the embedded issuer.
CREATE FUNCTION "application_rest_reason"("a" "application") RETURNS TEXT LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN a.disabled_at IS NOT NULL THEN 'application'
    WHEN coalesce(a.owner_issuer, 'embedded') = 'embedded'
      AND EXISTS (SELECT FROM issuer_user u WHERE u.name = a.owner AND u.disabled_at IS NOT NULL) THEN 'owner'
  END
$$;
