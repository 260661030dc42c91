/*
 * The statements of deliveries. They run past Prisma: each is prepared once a connection and reads or writes a
 * whole batch. A webhook's row of webhook_queue is its place in the log of events and its lease.
 *
 * Rows are found by `= ANY (array)` or by a lateral subquery with a LIMIT, not by a join: of ten thousand webhooks the
 * planner would read all to join a hundred.
 */

const LIVING = `seen_at BETWEEN now() - interval '5 seconds' AND now() + interval '2 seconds'`;

/**
 * The heartbeat of a dispatcher ($1).
 * @returns whether it follows an outage: this dispatcher was not seen recently or, at its first heartbeat, none was
 */
export const HEARTBEAT = `
  INSERT INTO webhook_dispatcher (key, seen_at) VALUES ($1::int, now()) ON CONFLICT (key) DO UPDATE SET seen_at = now()
  RETURNING EXISTS (SELECT FROM webhook_dispatcher) AND NOT EXISTS (SELECT FROM webhook_dispatcher WHERE ${LIVING} AND (
    key = $1::int OR NOT EXISTS (SELECT FROM webhook_dispatcher WHERE key = $1::int)
  )) AS "followsOutage"`;

const freeAbandoned = (living: string) => `
  WITH living AS MATERIALIZED (${living}), gone AS (
    DELETE FROM webhook_dispatcher WHERE key NOT IN (SELECT key FROM living) AND $1::int IN (SELECT key FROM living) RETURNING key
  ), freed AS (
    UPDATE webhook_queue q SET dispatcher = NULL, epoch = epoch + 1, due_at = now(), crashes = CASE
      WHEN (webhook_due_at(webhook_id, position) <= now()) IS NOT TRUE THEN 0
      -- Of those that were interrupted before, those alone that were leased last: the others were served, or hang.
      WHEN crashes = 0 OR leased_at = (SELECT max(o.leased_at) FROM webhook_queue o WHERE o.dispatcher = q.dispatcher AND o.crashes > 0) THEN crashes + 1
      ELSE crashes
    END
    WHERE dispatcher IS NOT NULL AND dispatcher NOT IN (SELECT key FROM living) AND $1::int IN (SELECT key FROM living) RETURNING webhook_id
  )
  SELECT ((SELECT count(*) FROM gone) + (SELECT count(*) FROM freed))::int AS count`;

/**
 * Frees the leases of dispatchers not seen for five seconds, or seen in what is the future since the server's clock was
 * set back. A dispatcher ($1) that was not seen itself, as after an outage of the database, frees none: the others come
 * back.
 */
export const FREE_ABANDONED = freeAbandoned(`SELECT key FROM webhook_dispatcher WHERE ${LIVING}`);

/** Only this process opens the embedded database. */
export const FREE_ABANDONED_EMBEDDED = freeAbandoned('SELECT $1::int AS key');

/** Frees the leases of this dispatcher that it does not know ($2: those that it knows), as after an answer was lost. */
export const FREE_UNKNOWN = `
  UPDATE webhook_queue SET dispatcher = NULL, epoch = epoch + 1, due_at = now() WHERE dispatcher = $1::int AND webhook_id <> ALL ($2::uuid[])`;

/**
 * When the next retry of a webhook is due: while it is leased that is its due_at, or earlier where somebody asked for
 * something. What is due already its holder finds when it reads.
 */
const NEXT_RETRY = `(
    SELECT (SELECT min(d.next_attempt_at) FROM delivery d
      WHERE d.webhook_id = s.id AND d.generation = s.generation AND d.status = 'pending' AND d.next_attempt_at > now())
    FROM webhook s WHERE s.id = q.webhook_id
  )`;

/**
 * Makes due the webhooks that read an event after position $1, by its kind and anime.
 * @returns the position of the head, and of the webhooks that this dispatcher ($2) has leased those that read one, and
 * those that are due
 */
export const MARK_DUE = `
  WITH recent AS MATERIALIZED (
    SELECT e.kind, e.anime_id, max(e.position) AS position FROM event e WHERE e.position > $1::bigint GROUP BY e.kind, e.anime_id
  ), reading AS (
    SELECT k.webhook_id, r.position FROM (SELECT kind, max(position) AS position FROM recent GROUP BY kind) r
    JOIN webhook_kind k ON k.kind = r.kind AND k.all_after < r.position
    UNION ALL
    SELECT k.webhook_id, r.position FROM recent r JOIN webhook_anime a ON a.anime_id = r.anime_id AND a.after_position < r.position
    JOIN webhook_kind k ON k.webhook_id = a.webhook_id AND k.kind = r.kind AND k.after_position < r.position
  ), reader AS MATERIALIZED (
    SELECT webhook_id, max(position) AS position FROM reading GROUP BY webhook_id
  ), woken AS (
    UPDATE webhook_queue q SET due_at = now() FROM reader r
    WHERE q.webhook_id = ANY (ARRAY(SELECT webhook_id FROM reader)) AND q.webhook_id = r.webhook_id
      AND q.position < r.position AND q.dispatcher IS NULL AND (q.due_at IS NULL OR q.due_at > now())
  ), due AS (
    -- One whose results are being written is found the next time.
    UPDATE webhook_queue q SET due_at = ${NEXT_RETRY} WHERE q.webhook_id = ANY (ARRAY(
      SELECT webhook_id FROM webhook_queue WHERE dispatcher = $2::int AND due_at <= now() FOR UPDATE SKIP LOCKED
    )) RETURNING q.webhook_id
  )
  SELECT h.position::float8 AS head, ARRAY(SELECT webhook_id::text FROM due) AS due, ARRAY(
    SELECT r.webhook_id::text FROM reader r JOIN webhook_queue q ON q.webhook_id = r.webhook_id WHERE q.dispatcher = $2::int AND q.position < r.position
  ) AS news FROM publication_head h WHERE h.id = 1`;

/** Whether a webhook has an urgent delivery that waits. There are few in all, which an index finds. */
const IS_URGENT = `webhook_id = ANY (ARRAY(
      SELECT d.webhook_id FROM delivery d WHERE d.status = 'pending' AND d.is_urgent
        AND d.generation = (SELECT s.generation FROM webhook s WHERE s.id = d.webhook_id)
    ))`;

/**
 * Leases due webhooks, at most $2 prompt and $3 slow ones, the longest due first, $4 with an urgent delivery, and $5
 * that a dead dispatcher had leased, or one where that happened to any twice. An epoch is random, so that none occurs
 * again after a restore.
 */
export const LEASE = `
  WITH prompt AS (
    SELECT webhook_id FROM webhook_queue WHERE dispatcher IS NULL AND is_slow = false AND due_at <= now() AND crashes = 0
    ORDER BY due_at LIMIT $2::int FOR UPDATE SKIP LOCKED
  ), slow AS (
    SELECT webhook_id FROM webhook_queue WHERE dispatcher IS NULL AND is_slow = true AND due_at <= now() AND crashes = 0
    ORDER BY due_at LIMIT $3::int FOR UPDATE SKIP LOCKED
  ), urgent AS (
    SELECT webhook_id FROM webhook_queue WHERE dispatcher IS NULL AND due_at <= now() AND crashes = 0 AND ${IS_URGENT}
    ORDER BY due_at LIMIT $4::int FOR UPDATE SKIP LOCKED
  ), interrupted AS (
    SELECT webhook_id FROM webhook_queue WHERE dispatcher IS NULL AND due_at <= now() AND crashes > 0
    ORDER BY crashes > 1 DESC, ${IS_URGENT} DESC, crashes DESC, is_slow, due_at LIMIT least($5::int, CASE WHEN EXISTS (
      SELECT FROM webhook_queue WHERE dispatcher IS NULL AND due_at <= now() AND crashes > 1
    ) THEN 1 END) FOR UPDATE SKIP LOCKED
  )
  UPDATE webhook_queue q SET dispatcher = $1::int, epoch = (random() * 2000000000)::int, leased_at = now(), due_at = ${NEXT_RETRY}
  WHERE q.webhook_id = ANY (ARRAY(SELECT webhook_id FROM prompt UNION ALL SELECT webhook_id FROM slow
    UNION ALL SELECT webhook_id FROM urgent UNION ALL SELECT webhook_id FROM interrupted))
  RETURNING q.webhook_id AS "webhookId", q.epoch, q.position::float8 AS position, q.is_slow AS "isSlow", q.crashes,
    q.webhook_id IN (SELECT webhook_id FROM urgent) AS "isUrgent"`;

/**
 * $1: the requests (NextRequest), $2: deliveries that are being sent. See the function next_deliveries. The body of an
 * event is in its first row.
 */
export const NEXT = `
  WITH n AS MATERIALIZED (
    SELECT n.*, row_number() OVER (PARTITION BY n.event_position ORDER BY n.ordinality) AS nth FROM next_deliveries($1::json, $2::uuid[]) WITH ORDINALITY n
  )
  SELECT n.webhook_id AS "webhookId", n.url, n.secret, n.generation, n.revision, n.head::float8 AS head, n.id, n.event_id AS "eventId",
    n.event_position::float8 AS "eventPosition", n.kind, coalesce(n.payload, e.payload) AS payload, e.traceparent, n.cycle, n.attempt,
    n.is_urgent AS "isUrgent", n.is_from_log AS "isFromLog",
    to_char(n.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt"
  FROM n LEFT JOIN LATERAL (
    SELECT e.payload, (SELECT p.traceparent FROM publication p WHERE p.id = e.publication_id) AS traceparent
    FROM event e WHERE e.position = n.event_position AND n.nth = 1 OFFSET 0
  ) e ON true ORDER BY n.ordinality`;

/** The columns of a delivery's first attempt, which has no row of its own. */
const FIRST_ATTEMPT = [
  'first_started_at',
  'first_duration_ms',
  'first_status',
  'first_error',
  'first_response_body',
  'first_tls_code',
];

/**
 * Writes the results of attempts ($1) and the positions of their webhooks ($2). An attempt under a lease that another
 * dispatcher has by now changes nothing, unless its webhook has ended since: no other repeats it, so it counts if it
 * was acknowledged, and is cancelled otherwise. $5: all these webhooks. Webhooks whose state matters are locked in the
 * order of their ids, so that dispatchers and owners do not deadlock.
 */
export const FINALISE = `
  WITH result AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1::json) AS r (
      id uuid, "webhookId" uuid, "eventId" uuid, "eventPosition" bigint, kind text, cycle smallint, attempt smallint, "createdAt" timestamptz,
      epoch int, generation int, outcome text, delay double precision, started timestamptz, duration integer, status integer,
      error attempt_error, body text, "tlsCode" text
    )
  ), place AS MATERIALIZED (
    SELECT * FROM json_to_recordset($2::json) AS p ("webhookId" uuid, epoch int, position bigint, "isSlow" boolean, revision int)
  ), concerned AS MATERIALIZED (
    SELECT r."webhookId" AS id, bool_or(r.outcome <> 'delivered') AS failed, bool_or(r.outcome = 'delivered') AS delivered FROM result r GROUP BY r."webhookId"
  ), held AS MATERIALIZED (
    SELECT s.id FROM webhook s JOIN concerned c ON c.id = s.id
    WHERE s.id = ANY ($5::uuid[]) AND (c.failed OR s.failing_since IS NOT NULL) ORDER BY s.id FOR NO KEY UPDATE OF s
  ), moved AS (
    UPDATE webhook_queue q SET position = greatest(q.position, p.position), is_slow = p."isSlow", crashes = 0,
      last_success_at = CASE WHEN q.webhook_id IN (SELECT id FROM concerned WHERE delivered) THEN clock_timestamp() ELSE q.last_success_at END
    FROM place p WHERE q.webhook_id = ANY ($5::uuid[]) AND q.webhook_id = p."webhookId" AND q.epoch = p.epoch
      -- First the webhooks are held, then their places, as by those who disable.
      AND (SELECT count(*) FROM held) >= 0
      -- Beyond the head lies the place in a log that a restore has ended.
      AND p.position <= (SELECT h.position FROM publication_head h WHERE h.id = 1)
    RETURNING q.webhook_id, q.epoch
  ), owner AS MATERIALIZED (
    SELECT s.id, s.generation, s.revision FROM webhook s WHERE s.id = ANY ($5::uuid[])
  ), accepted AS MATERIALIZED (
    SELECT r.*, o.generation > r.generation AS "isOver" FROM result r JOIN owner o ON o.id = r."webhookId"
    WHERE (o.generation > r.generation OR EXISTS (SELECT FROM moved m WHERE m.webhook_id = r."webhookId" AND m.epoch = r.epoch))
      -- A restore may have ended the event.
      AND (r."eventPosition" IS NULL OR r."eventId" = (SELECT e.id FROM event e WHERE e.position = r."eventPosition"))
  ), done AS (
    INSERT INTO delivery AS d (id, webhook_id, event_id, event_position, payload, kind, cycle, attempt, created_at, generation, status, next_attempt_at, completed_at, ${FIRST_ATTEMPT})
    SELECT r.id, r."webhookId", r."eventId", r."eventPosition", CASE WHEN r."eventPosition" IS NULL THEN '' END, r.kind, r.cycle,
      -- It is no attempt of the eight: the next has the same number, and its place in the log.
      CASE WHEN r.error IN ('unsigned', 'interrupted') AND r.outcome = 'retry' THEN r.attempt - 1 ELSE r.attempt END,
      r."createdAt", r.generation, after.status,
      CASE WHEN after.status = 'pending' THEN clock_timestamp() + r.delay * interval '1 millisecond' END,
      CASE WHEN after.status <> 'pending' THEN clock_timestamp() END,
      first.started, first.duration, first.status, first.error, first.body, first."tlsCode"
    FROM accepted r
    LEFT JOIN LATERAL (SELECT r.started, r.duration, r.status, r.error, r.body, r."tlsCode" WHERE r.cycle = 0 AND r.attempt = 1) first ON true
    CROSS JOIN LATERAL (SELECT CASE
      WHEN r.outcome = 'delivered' THEN 'delivered'
      -- It is what disables the webhook.
      WHEN r.status = 410 THEN 'failed'
      WHEN r."isOver" THEN 'cancelled'
      WHEN r.outcome = 'retry' THEN 'pending'
      ELSE 'failed'
    END::delivery_status AS status) after
    ON CONFLICT (id) DO UPDATE SET (attempt, status, next_attempt_at, completed_at, is_urgent, ${FIRST_ATTEMPT}) =
      (excluded.attempt, excluded.status, excluded.next_attempt_at, excluded.completed_at, false,
        ${FIRST_ATTEMPT.map((column) => `CASE WHEN excluded.first_started_at IS NULL THEN d.${column} ELSE excluded.${column} END`)})
      WHERE d.cycle = excluded.cycle AND d.generation = excluded.generation
        AND (d.status = 'pending' OR d.status = 'cancelled' AND excluded.status = 'delivered')
    RETURNING d.id, d.webhook_id, d.event_position, d.status
  ), log AS (
    INSERT INTO delivery_attempt (delivery_id, cycle, number, started_at, duration_ms, status, error, response_body, tls_code)
    SELECT r.id, r.cycle, r.attempt, r.started, r.duration, r.status, r.error, r.body, r."tlsCode" FROM accepted r JOIN done ON done.id = r.id
    WHERE r.cycle > 0 OR r.attempt > 1
    ON CONFLICT (delivery_id, cycle, number) DO UPDATE SET (started_at, duration_ms, status, error, response_body, tls_code) =
      (excluded.started_at, excluded.duration_ms, excluded.status, excluded.error, excluded.response_body, excluded.tls_code)
  ), counted AS (
    SELECT webhook_id AS id, bool_or(event_position IS NOT NULL AND status = 'delivered') AS delivered,
      count(*) FILTER (WHERE event_position IS NOT NULL AND status = 'failed')::int AS failed
    FROM done GROUP BY webhook_id
  ), judged AS (
    UPDATE webhook s SET
      failing_since = CASE WHEN c.delivered THEN NULL ELSE coalesce(s.failing_since, clock_timestamp()) END,
      failures = CASE WHEN c.delivered THEN 0 ELSE s.failures + c.failed END
    FROM counted c JOIN held h ON h.id = c.id
    WHERE s.id = ANY ($5::uuid[]) AND c.id = s.id AND (c.failed > 0 OR c.delivered AND s.failing_since IS NOT NULL)
    RETURNING s.id, s.status = 'enabled' AND s.failures >= $4::int AND s.failing_since <= clock_timestamp() - $3::interval AS failing_too_long
  )
  SELECT (SELECT count(*) FROM done)::int AS written, ARRAY(SELECT id FROM judged WHERE failing_too_long) AS "failingTooLong",
    ARRAY(SELECT p."webhookId" FROM place p WHERE p."webhookId" NOT IN (SELECT webhook_id FROM moved)) AS lost,
    ARRAY(SELECT p."webhookId" FROM place p JOIN owner o ON o.id = p."webhookId" AND o.revision <> p.revision) AS changed`;

/** Releases leases. A webhook that yields to others stays due. */
export const RELEASE = `
  UPDATE webhook_queue q SET dispatcher = NULL, position = greatest(q.position, r.position), is_slow = r."isSlow", crashes = r.crashes,
    due_at = CASE WHEN r."isDone" THEN webhook_due_at(q.webhook_id, r.position) ELSE now() END
  FROM json_to_recordset($1::json) AS r ("webhookId" uuid, epoch int, position bigint, "isSlow" boolean, crashes smallint, "isDone" boolean)
  WHERE q.webhook_id = ANY ($2::uuid[]) AND q.webhook_id = r."webhookId" AND q.epoch = r.epoch
    AND r.position <= (SELECT h.position FROM publication_head h WHERE h.id = 1)`;

const checkDue = (condition: string) => `
  UPDATE webhook_queue q SET due_at = found.due_at
  FROM (
    SELECT w.webhook_id, webhook_due_at(w.webhook_id, w.position) AS due_at FROM webhook_queue w
    WHERE w.dispatcher IS NULL AND ${condition} OFFSET 0
  ) found
  WHERE q.webhook_id = found.webhook_id AND ${condition.replace('w.', 'q.')} AND q.dispatcher IS NULL AND found.due_at IS NOT NULL
    AND (q.due_at IS NULL OR q.due_at > found.due_at)`;

/**
 * Makes due those of these webhooks ($1) that have something to send. It follows a release: the later snapshot finds
 * what was published or pinged while the release was not yet visible.
 */
export const CHECK_DUE = checkDue('w.webhook_id = ANY ($1::uuid[])');

/** Makes due every webhook that has something to send. */
export const CHECK_ALL_DUE = checkDue('true');

/** Removes a dispatcher ($1). */
export const LEAVE = 'DELETE FROM webhook_dispatcher WHERE key = $1::int';
