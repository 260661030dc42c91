-- Notes when a webhook ends. What waited in its life until then is cancelled by that alone: rows of an earlier
-- generation count as cancelled.
CREATE OR REPLACE FUNCTION "webhook_note_end"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'enabled' THEN
    NEW.ended_at := NULL;
  ELSIF TG_OP = 'INSERT' OR OLD.status = 'enabled' THEN
    NEW.ended_at := clock_timestamp();
    NEW.last_ended_at := NEW.ended_at;
    NEW.generation := NEW.generation + 1;
  END IF;
  RETURN NEW;
END
$$;
