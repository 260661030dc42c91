-- The id of an event's delivery to a webhook, known before its first attempt and the same after a crash: an RFC 9562
-- UUID of version 8. 48 bits: the milliseconds of the event's id; 24: the end of its position; 50: the end of the
-- webhook's id. It sorts as the events do.
CREATE OR REPLACE FUNCTION "delivery_id_of"(webhook UUID, event UUID, event_position BIGINT) RETURNS UUID LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT encode(
    substring(uuid_send(event) FROM 1 FOR 6)
    || substring(int4send((32768 | (event_position >> 12 & 4095))::int) FROM 3)
    || int8send((-9223372036854775808)::bigint | ((event_position & 4095) << 50)
      | (('x' || right(replace(webhook::text, '-', ''), 16))::bit(64)::bigint & 1125899906842623)),
    'hex')::uuid
$$;
