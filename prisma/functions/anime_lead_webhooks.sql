-- Webhooks that are sent the events of an anime are sent those of its survivor, from the merge itself on, until it is
-- undone. An anime that was itself merged meanwhile publishes nothing more; its events that wait are still sent.
CREATE OR REPLACE FUNCTION "anime_lead_webhooks"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM webhook_anime a USING webhook s, anime o
    WHERE o.id = OLD.merged_into_id AND o.merged_into_id IS NULL AND a.anime_id = o.id AND s.id = a.webhook_id
      AND s.anime_ids <> '{}' AND a.anime_id NOT IN (SELECT f.id FROM followed_anime(s.anime_ids) f);
  INSERT INTO webhook_anime (webhook_id, anime_id, after_position)
    SELECT a.webhook_id, NEW.merged_into_id, h.position
    FROM webhook_anime a JOIN webhook s ON s.id = a.webhook_id AND s.anime_ids <> '{}' JOIN publication_head h ON h.id = 1
    WHERE a.anime_id = NEW.id AND NEW.merged_into_id IS NOT NULL
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
