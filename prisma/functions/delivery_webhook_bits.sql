-- What the ids of deliveries have of their webhook's (delivery_id_of).
CREATE OR REPLACE FUNCTION "delivery_webhook_bits"(id UUID) RETURNS BIGINT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ('x' || right(replace(id::text, '-', ''), 16))::bit(64)::bigint & 1125899906842623
$$;
