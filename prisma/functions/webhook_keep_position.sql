-- Keeps a webhook's place in the log: an enabled webhook reads each kind from its start or from the instant at which
-- the kind was added, of all anime or of those listed (webhook_anime); one that has ended reads nothing and holds no
-- lease. A trigger, so that direct edits keep it too.
CREATE OR REPLACE FUNCTION "webhook_keep_position"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_start BOOLEAN := NEW.status = 'enabled' AND (TG_OP = 'INSERT' OR OLD.status <> 'enabled');
  is_list BOOLEAN := NEW.anime_ids <> '{}';
  head BIGINT;
BEGIN
  IF NEW.status <> 'enabled' THEN
    IF TG_OP = 'UPDATE' AND OLD.status = 'enabled' THEN
      DELETE FROM webhook_kind WHERE webhook_id = NEW.id;
      DELETE FROM webhook_anime WHERE webhook_id = NEW.id;
      UPDATE webhook_queue SET due_at = NULL, dispatcher = NULL, epoch = epoch + 1, crashes = 0 WHERE webhook_id = NEW.id;
    END IF;
    RETURN NULL;
  END IF;
  IF is_start THEN
    INSERT INTO webhook_queue (webhook_id, position) VALUES (NEW.id, NEW.start_position)
      ON CONFLICT (webhook_id) DO UPDATE SET position = excluded.position, is_slow = false;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.url <> OLD.url THEN
    UPDATE webhook_queue SET is_slow = false WHERE webhook_id = NEW.id AND is_slow;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.secret <> OLD.secret THEN
    -- What could not be signed with the old secret is tried with the new one.
    UPDATE delivery d SET next_attempt_at = now()
    WHERE d.webhook_id = NEW.id AND d.generation = NEW.generation AND d.status = 'pending' AND d.next_attempt_at > now()
      AND (d.cycle + d.attempt = 0 AND d.first_error = 'unsigned' OR EXISTS (
        SELECT FROM delivery_attempt a
        WHERE a.delivery_id = d.id AND a.cycle = d.cycle AND a.number = d.attempt + 1 AND a.error = 'unsigned'
      ));
  END IF;
  IF is_start OR NEW.events <> OLD.events OR NEW.anime_ids <> OLD.anime_ids THEN
    SELECT CASE WHEN is_start THEN NEW.start_position ELSE h.position END INTO head FROM publication_head h WHERE h.id = 1;
    -- What was of all anime until now stays so for those that are listed.
    DELETE FROM webhook_anime a WHERE a.webhook_id = NEW.id AND is_list AND NEW.anime_ids <> OLD.anime_ids
      AND a.anime_id NOT IN (SELECT f.id FROM followed_anime(NEW.anime_ids) f);
    INSERT INTO webhook_anime (webhook_id, anime_id, after_position)
      SELECT NEW.id, f.id, coalesce((SELECT min(k.all_after) FROM webhook_kind k WHERE k.webhook_id = NEW.id), head)
      FROM followed_anime(NEW.anime_ids) f ON CONFLICT DO NOTHING;
    DELETE FROM webhook_kind WHERE webhook_id = NEW.id AND kind <> ALL (NEW.events);
    INSERT INTO webhook_kind AS k (webhook_id, kind, after_position, all_after)
      SELECT NEW.id, kind, head, CASE WHEN NOT is_list THEN head END FROM unnest(NEW.events) kind
      ON CONFLICT (webhook_id, kind) DO UPDATE SET all_after = CASE WHEN NOT is_list THEN coalesce(k.all_after, excluded.all_after) END;
    -- An event of what is added may have been published meanwhile.
    IF NOT is_start THEN
      UPDATE webhook_queue SET due_at = now() WHERE webhook_id = NEW.id AND (due_at IS NULL OR due_at > now());
    END IF;
  END IF;
  RETURN NULL;
END
$$;
