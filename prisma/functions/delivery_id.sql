-- An RFC 9562 UUID of version 7 with the wall clock's time (PostgreSQL has its own from version 18).
CREATE OR REPLACE FUNCTION "delivery_id"() RETURNS UUID LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  SELECT encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid()) PLACING
        substring(int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
      52, 1), 53, 1), 'hex')::uuid
$$;
