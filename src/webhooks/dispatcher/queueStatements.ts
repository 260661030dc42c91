/*
 * Every statement of the dispatcher. They run past Prisma: each is prepared once a
 * connection and reads or writes a whole batch.
 */

export const CLAIM = `
  SELECT c.id, c.subscription_id AS "webhookId", c.event_id AS "eventId", c.kind, c.event_position::text AS "eventPosition",
    c.payload, c.attempt, c.claim_token AS token, c.url, c.secret, c.waited_ms AS "waitedMs", c.slots
  FROM claim_deliveries($1::uuid[], $2::int, $3::int, $4::int, $5::int, $6::interval, $7::uuid[]) c`;

/*
 * The webhooks that it may change, or whose state decides, are held in the order of their ids: two workers
 * that finalise, and an owner who disables, wait for each other and never in a circle. A delivery may
 * stand in a batch twice, by an earlier claim that was lost with its worker's connection and by the one
 * that holds: only the token tells them apart.
 */
export const FINALISE = `
  WITH result AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1::json) AS r (
      id uuid, "webhookId" uuid, token uuid, outcome text, delay double precision, started timestamptz, duration integer, status integer,
      error attempt_error, body text
    )
  ), concerned AS (
    SELECT r."webhookId" AS id, bool_or(r.outcome <> 'delivered') AS failed,
      bool_or(r.status IS NOT NULL OR r.duration < $4::int AND r.error NOT IN ('interrupted', 'unsigned')) AS heard,
      bool_or(r.status IS NULL AND r.duration >= $4::int AND r.error <> 'interrupted') AS unheard
    FROM result r GROUP BY r."webhookId"
  ), held AS MATERIALIZED (
    SELECT s.id, s.status, c.heard, c.unheard AND NOT c.heard AS silent FROM subscription s JOIN concerned c ON c.id = s.id
    WHERE c.failed OR s.failing_since IS NOT NULL OR s.silent_since IS NOT NULL ORDER BY s.id FOR NO KEY UPDATE OF s
  ), done AS (
    UPDATE delivery d SET
      -- Nothing was sent: the next attempt has the same number, and its place in the log.
      attempt = CASE WHEN r.error = 'unsigned' AND r.outcome = 'retry' THEN d.attempt - 1 ELSE d.attempt END,
      (status, next_attempt_at, completed_at) = (
        SELECT after.status, CASE WHEN after.status = 'pending' THEN clock_timestamp() + r.delay * interval '1 millisecond' END,
          CASE WHEN after.status <> 'pending' THEN clock_timestamp() END
        FROM (SELECT CASE
          WHEN r.outcome = 'delivered' THEN 'delivered'
          -- It is what disables the webhook.
          WHEN r.status = 410 THEN 'failed'
          WHEN d.is_last_attempt OR h.status <> 'enabled' THEN 'cancelled'
          WHEN r.outcome = 'retry' THEN 'pending'
          ELSE 'failed'
        END::delivery_status AS status) after
      ),
      worker = NULL, claim_token = NULL, claimed_at = NULL, lease_until = NULL
    FROM result r LEFT JOIN held h ON h.id = r."webhookId"
    WHERE d.id = r.id AND d.status = 'delivering' AND d.claim_token = r.token
    RETURNING d.id, d.subscription_id, d.kind, d.cycle, d.attempt, d.status, r.token
  ), log AS (
    INSERT INTO delivery_attempt (delivery_id, cycle, number, started_at, duration_ms, status, error, response_body)
    SELECT done.id, done.cycle, done.attempt + (r.error IS NOT DISTINCT FROM 'unsigned' AND r.outcome = 'retry')::int,
      r.started, r.duration, r.status, r.error, r.body
    FROM done JOIN result r ON r.id = done.id AND r.token = done.token
    ON CONFLICT (delivery_id, cycle, number) DO UPDATE SET (started_at, duration_ms, status, error, response_body) =
      (excluded.started_at, excluded.duration_ms, excluded.status, excluded.error, excluded.response_body)
  ), counted AS (
    SELECT subscription_id AS id, bool_or(kind <> 'ping' AND status = 'delivered') AS delivered,
      count(*) FILTER (WHERE kind <> 'ping' AND status = 'failed')::int AS failed
    FROM done GROUP BY subscription_id
  ), judged AS (
    UPDATE subscription s SET
      failing_since = CASE WHEN c.delivered THEN NULL WHEN c.failed > 0 THEN coalesce(s.failing_since, clock_timestamp()) ELSE s.failing_since END,
      failures = CASE WHEN c.delivered THEN 0 ELSE s.failures + c.failed END,
      silent_since = CASE WHEN h.silent THEN coalesce(s.silent_since, clock_timestamp()) WHEN h.heard THEN NULL ELSE s.silent_since END
    FROM counted c JOIN held h ON h.id = c.id
    WHERE c.id = s.id AND (
      c.failed > 0 OR c.delivered AND s.failing_since IS NOT NULL
      OR h.silent AND s.silent_since IS NULL OR h.heard AND s.silent_since IS NOT NULL
    )
    RETURNING s.id, s.status = 'enabled' AND s.failures >= $3::int AND s.failing_since <= clock_timestamp() - $2::interval AS failing_too_long
  )
  SELECT (SELECT count(*) FROM done)::int AS written, ARRAY(SELECT id FROM judged WHERE failing_too_long) AS "failingTooLong"`;

export const WAITING = `
  SELECT w.subscription_id AS "webhookId", w.is_silent AS "isSilent",
    extract(epoch FROM w.next_attempt_at - clock_timestamp())::double precision * 1000 AS "dueIn"
  FROM waiting_subscriptions() w`;

const ABANDONED_COLUMNS = `d.id, d.subscription_id AS "webhookId", d.claim_token AS token, d.kind, d.attempt,
  to_char(d.claimed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS started,
  least(extract(epoch FROM clock_timestamp() - d.claimed_at) * 1000, 2000000000)::int AS duration`;

export const ABANDONED = `
  WITH living AS MATERIALIZED (
    SELECT l.objid::bigint AS worker FROM pg_locks l JOIN pg_database b ON b.oid = l.database
    WHERE b.datname = current_database() AND l.locktype = 'advisory' AND l.classid::bigint = $1::bigint AND l.objsubid = 2 AND l.granted
  )
  SELECT ${ABANDONED_COLUMNS} FROM delivery d
  WHERE d.status = 'delivering' AND (d.lease_until < clock_timestamp()
    OR d.worker NOT IN (SELECT worker FROM living) AND d.claim_token <> ALL ($2::uuid[]))
  LIMIT 500`;

export const ABANDONED_EMBEDDED = `
  SELECT ${ABANDONED_COLUMNS} FROM delivery d
  WHERE d.status = 'delivering' AND (d.lease_until < clock_timestamp() OR d.worker <> $1::int) LIMIT 500`;

export const DEPTH = `
  SELECT count(*)::int AS pending,
    coalesce(greatest(extract(epoch FROM clock_timestamp() - min(d.next_attempt_at)), 0), 0)::double precision AS "oldestDueSeconds"
  FROM delivery d JOIN subscription s ON s.id = d.subscription_id WHERE d.status = 'pending' AND s.status = 'enabled'`;

export const PRUNE = `
  DELETE FROM delivery WHERE id IN (
    SELECT id FROM delivery WHERE completed_at < clock_timestamp() - $1::int * interval '1 day'
    ORDER BY completed_at LIMIT $2::int FOR UPDATE SKIP LOCKED
  ) RETURNING 1`;

export const PAYLOADS = 'SELECT position::text AS position, payload FROM event WHERE position = ANY ($1::bigint[])';

export const FORGET_DELETED = `
  DELETE FROM subscription s WHERE s.status = 'deleted' AND NOT EXISTS (SELECT FROM delivery d WHERE d.subscription_id = s.id)`;
