-- A shared secret may have several values while it is rotated: one salt, a fingerprint of each.
UPDATE "service_state"
   SET "value" = jsonb_build_object('salt', "value" -> 'salt', 'hmacs', jsonb_build_array("value" -> 'hmac'))
 WHERE "name" LIKE 'fingerprint:%' AND "value" ? 'hmac';
