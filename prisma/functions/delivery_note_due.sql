-- A delivery that waits is due earlier than it was, or waits again: so is its webhook. Processes of the previous
-- version, and people who edit the table, know nothing of webhook_queue.
CREATE OR REPLACE FUNCTION "delivery_note_due"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE webhook_queue SET due_at = NEW.next_attempt_at
  WHERE webhook_id = NEW.webhook_id AND (due_at IS NULL OR due_at > NEW.next_attempt_at);
  RETURN NULL;
END
$$;
