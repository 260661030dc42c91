-- Numbers above 89999.99 serve renumbering within a transaction.
CREATE OR REPLACE FUNCTION "episode_leave_room"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "episode" WHERE "id" = NEW."id" AND "number" > 89999.99) THEN
    RAISE EXCEPTION 'the number of an episode is at most 89999.99: those above serve renumbering'
      USING ERRCODE = 'check_violation', TABLE = 'episode', CONSTRAINT = 'episode_number_range';
  END IF;
  RETURN NULL;
END $$;
