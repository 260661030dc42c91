-- People of the embedded issuer who may do more than manage what is theirs.
ALTER TABLE issuer_user ADD COLUMN permissions text[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT issuer_user_permissions CHECK (permissions <@ ARRAY['catalog.review']);

-- A session of the desk opens no account, and one of the account no desk.
ALTER TABLE portal_session ADD COLUMN at_desk boolean NOT NULL DEFAULT false;
