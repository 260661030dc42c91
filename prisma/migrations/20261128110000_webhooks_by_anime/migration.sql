-- A webhook may list anime, of which and of whose episodes it is sent events; empty: of all.
ALTER TABLE "subscription" ADD COLUMN "anime_ids" UUID[] NOT NULL DEFAULT '{}';
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_anime_ids" CHECK (cardinality("anime_ids") <= 100);

-- The anime that an enabled webhook reads, each after a position: those listed and those into which they were merged.
CREATE TABLE "webhook_anime" (
    "webhook_id" UUID NOT NULL,
    "anime_id" UUID NOT NULL,
    "after_position" BIGINT NOT NULL,

    CONSTRAINT "webhook_anime_pkey" PRIMARY KEY ("webhook_id", "anime_id")
);
ALTER TABLE "webhook_anime" ADD CONSTRAINT "webhook_anime_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "subscription"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
CREATE INDEX "webhook_anime_readers" ON "webhook_anime"("anime_id", "webhook_id");

-- After which position a kind is read of all anime; null: only of those listed.
ALTER TABLE "webhook_kind" ADD COLUMN "all_after" BIGINT;
UPDATE "webhook_kind" SET "all_after" = "after_position";

-- Anime, and those into which they were merged.
CREATE OR REPLACE FUNCTION "followed_anime"(ids UUID[]) RETURNS TABLE (id UUID) LANGUAGE sql STABLE AS $$
  WITH RECURSIVE line AS (
    SELECT unnest(ids) AS id
    UNION
    SELECT a.merged_into_id FROM line JOIN anime a ON a.id = line.id WHERE a.merged_into_id IS NOT NULL
  )
  SELECT line.id FROM line
$$;

-- Webhooks that are sent the events of an anime are sent those of its survivor, from the merge itself on, until it is
-- undone. An anime that was itself merged meanwhile publishes nothing more; its events that wait are still sent.
CREATE OR REPLACE FUNCTION "anime_lead_webhooks"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM webhook_anime a USING subscription s, anime o
    WHERE o.id = OLD.merged_into_id AND o.merged_into_id IS NULL AND a.anime_id = o.id AND s.id = a.webhook_id
      AND s.anime_ids <> '{}' AND a.anime_id NOT IN (SELECT f.id FROM followed_anime(s.anime_ids) f);
  INSERT INTO webhook_anime (webhook_id, anime_id, after_position)
    SELECT a.webhook_id, NEW.merged_into_id, h.position
    FROM webhook_anime a JOIN subscription s ON s.id = a.webhook_id AND s.anime_ids <> '{}' JOIN publication_head h ON h.id = 1
    WHERE a.anime_id = NEW.id AND NEW.merged_into_id IS NOT NULL
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

-- Keeps a webhook's place in the log: an enabled webhook reads each kind from its start or from the instant at which
-- the kind was added, of all anime or of those listed (webhook_anime); one that has ended reads nothing and holds no
-- lease. A trigger, so that processes of the previous version keep it too.
CREATE OR REPLACE FUNCTION "subscription_keep_place"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_start BOOLEAN := NEW.status = 'enabled' AND (TG_OP = 'INSERT' OR OLD.status <> 'enabled');
  is_list BOOLEAN := NEW.anime_ids <> '{}';
  head BIGINT;
BEGIN
  IF NEW.status <> 'enabled' THEN
    IF TG_OP = 'UPDATE' AND OLD.status = 'enabled' THEN
      DELETE FROM webhook_kind WHERE webhook_id = NEW.id;
      DELETE FROM webhook_anime WHERE webhook_id = NEW.id;
      UPDATE webhook_queue SET due_at = NULL, worker = NULL, epoch = epoch + 1, crashes = 0 WHERE webhook_id = NEW.id;
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

DROP TRIGGER "subscription_keep_place" ON "subscription";
CREATE TRIGGER "subscription_keep_place" AFTER INSERT OR UPDATE OF "status", "events", "url", "anime_ids" ON "subscription"
  FOR EACH ROW EXECUTE FUNCTION "subscription_keep_place"();
CREATE TRIGGER "anime_lead_webhooks" AFTER UPDATE OF "merged_into_id" ON "anime" FOR EACH ROW
  WHEN (NEW."merged_into_id" IS DISTINCT FROM OLD."merged_into_id") EXECUTE FUNCTION "anime_lead_webhooks"();
