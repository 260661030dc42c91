-- Security events: what was done, by whom, to what, from where. Written beside what they tell of and never changed; only what is old enough
-- is removed, by the statement that says so.
CREATE TABLE "audit_event" (
  "id" UUID NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "kind" TEXT NOT NULL,
  "outcome" TEXT NOT NULL,
  "actor" TEXT NOT NULL,
  "object" TEXT,
  "address" TEXT,
  CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "audit_event_outcome" CHECK ("outcome" IN ('done', 'refused'))
);
CREATE INDEX "audit_event_at" ON "audit_event" ("at");
CREATE INDEX "audit_event_actor" ON "audit_event" ("actor", "id");
CREATE INDEX "audit_event_object" ON "audit_event" ("object", "id");

CREATE FUNCTION "audit_event_keep"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND coalesce(current_setting('catalog.audit_retention', true), '') = 'on' THEN
    IF OLD.at < clock_timestamp() - interval '30 days' THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'rows of audit_event are never changed, and removed by retention alone' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER "audit_event_keep" BEFORE UPDATE OR DELETE ON "audit_event"
  FOR EACH ROW EXECUTE FUNCTION "audit_event_keep"();
CREATE TRIGGER "audit_event_keep_all" BEFORE TRUNCATE ON "audit_event"
  FOR EACH STATEMENT EXECUTE FUNCTION "audit_event_keep"();
