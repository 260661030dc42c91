-- A delivery that waits is due earlier than it was, or waits again: so is its webhook. An urgent one is due at once, by
-- the clock of the database, whatever that of the process that made it says.
CREATE OR REPLACE FUNCTION "delivery_note_due"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE due TIMESTAMPTZ(3);
BEGIN
  due := CASE WHEN NEW.is_urgent THEN now() ELSE NEW.next_attempt_at END;
  UPDATE webhook_queue SET due_at = due WHERE webhook_id = NEW.webhook_id AND (due_at IS NULL OR due_at > due);
  RETURN NULL;
END
$$;
