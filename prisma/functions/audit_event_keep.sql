-- Audit events are never changed, and only retention deletes them, after 30 days at the earliest.
CREATE OR REPLACE FUNCTION "audit_event_keep"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND coalesce(current_setting('catalog.audit_retention', true), '') = 'on' THEN
    IF OLD.at < clock_timestamp() - interval '30 days' THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'rows of audit_event are never changed, and removed by retention alone' USING ERRCODE = 'insufficient_privilege';
END
$$;
