-- A ping belongs to the webhook's present generation; processes of the previous version know of none.
CREATE OR REPLACE FUNCTION "delivery_be_of_now"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT s.generation INTO NEW.generation FROM subscription s WHERE s.id = NEW.subscription_id;
  NEW.is_urgent := true;
  RETURN NEW;
END
$$;
