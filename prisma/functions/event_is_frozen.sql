-- A published event is history: every receiver gets the same bytes at every retry.
CREATE OR REPLACE FUNCTION "event_is_frozen"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'events are frozen at publication';
END $$;
