-- A ping belongs to the webhook's present generation; processes of the previous version know of none.
CREATE OR REPLACE FUNCTION "delivery_be_of_now"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  present INTEGER;
BEGIN
  SELECT s.generation, true INTO present, NEW.is_urgent FROM subscription s WHERE s.id = NEW.subscription_id AND s.status = 'enabled';
  NEW.generation := coalesce(present, NEW.generation);
  NEW.is_urgent := coalesce(NEW.is_urgent, false);
  RETURN NEW;
END
$$;
