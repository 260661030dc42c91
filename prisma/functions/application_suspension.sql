-- Why the keys and webhooks of an application are suspended; null: they are not.
-- Accounts are those of people who sign in here.
CREATE OR REPLACE FUNCTION "application_suspension"("a" "application") RETURNS TEXT LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN a.disabled_at IS NOT NULL THEN 'application'
    WHEN a.owner_issuer = 'own'
      AND EXISTS (SELECT FROM issuer_user u WHERE u.name = a.owner AND u.disabled_at IS NOT NULL) THEN 'owner'
  END
$$;
