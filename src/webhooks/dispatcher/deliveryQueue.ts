import type { Database } from '../../database/database.ts';
import type { AttemptError, DeliveryKind, DeliveryStatus } from '../../graph/model/vocabulary.ts';

/** The first key of the locks that workers hold while they live. */
export const WORKER_LOCKS = 730_221_107;

/** A delivery that this worker may send, once. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly subscriptionId: string;
  readonly eventId: string;
  readonly kind: DeliveryKind;
  /** Where the body is to be found; null: in `payload`. */
  readonly eventPosition: string | null;
  readonly payload: string | null;
  readonly attempt: number;
  /** Whoever holds it finalises the attempt. */
  readonly token: string;
  readonly url: string;
  /** Encrypted. */
  readonly secret: string;
  /** How long it was due. */
  readonly waitedMs: number;
}

export interface ClaimRequest {
  readonly subscriptions: readonly string[];
  readonly wanted: number;
  readonly perSubscription: number;
  readonly worker: number;
}

/** How an attempt ended. */
export interface EndedAttempt {
  readonly id: string;
  readonly token: string;
  readonly outcome: 'delivered' | 'failed' | 'retry';
  /** Until the next attempt, in milliseconds. */
  readonly delay: number;
  /** RFC 3339. */
  readonly started: string;
  readonly duration: number;
  readonly status: number | null;
  readonly error: AttemptError | null;
  readonly body: string | null;
}

/** A delivery after its attempt was finalised. */
export interface FinalisedDelivery {
  readonly id: string;
  readonly subscriptionId: string;
  readonly status: DeliveryStatus;
  /** Whether its subscription has only failed for so long that it is to be disabled. */
  readonly hopeless: boolean;
}

export interface DueSubscription {
  readonly subscriptionId: string;
  /** Milliseconds until its first delivery is due, negative when it is. */
  readonly dueIn: number;
}

/** Attempts in flight to one subscription, among all processes. */
export const ENDPOINT_CAP = 4;
/** Longer than an attempt can take, so that it ends for workers alone that hang. */
const LEASE = '30 seconds';
/** A subscription of which every delivery failed for so long, and at least so many, is disabled. */
const HOPELESS_AFTER = '5 days';
const HOPELESS_FAILURES = 10;
/** A statement of the queue that takes longer says that the server is away. */
const STATEMENT_MS = 10_000;

/** Every statement of the dispatcher. They run past Prisma: each is prepared once a connection and reads or writes a whole batch. */
export class DeliveryQueue {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Claims what is due; committed when it returns. */
  async claim({ subscriptions, wanted, perSubscription, worker }: ClaimRequest): Promise<ClaimedDelivery[]> {
    return await this.#rows<ClaimedDelivery>('webhooks claim', CLAIM, [
      ...[subscriptions, wanted, perSubscription, ENDPOINT_CAP],
      ...[worker, LEASE],
    ]);
  }

  /** Writes how attempts ended. An attempt whose claim has passed to another worker changes nothing and is left out of the answer. */
  async finalise(attempts: readonly EndedAttempt[]): Promise<FinalisedDelivery[]> {
    return await this.#rows<FinalisedDelivery>('webhooks finalise', FINALISE, [
      JSON.stringify(attempts),
      ...[HOPELESS_AFTER, HOPELESS_FAILURES],
    ]);
  }

  /** Subscriptions with something to send, now or later. */
  async waiting(): Promise<DueSubscription[]> {
    return await this.#rows<DueSubscription>('webhooks waiting', WAITING, []);
  }

  /** Claims whose worker is gone, or has held them beyond the lease. @param worker the one that asks */
  async abandoned(
    worker: number,
  ): Promise<(Pick<ClaimedDelivery, 'id' | 'token' | 'kind' | 'attempt'> & { started: string; duration: number })[]> {
    const text = this.#database.kind === 'embedded' ? ABANDONED_EMBEDDED : ABANDONED;
    return await this.#rows('webhooks abandoned', text, this.#database.kind === 'embedded' ? [worker] : [WORKER_LOCKS]);
  }

  /** The bodies of events, by position. */
  async payloads(positions: readonly string[]): Promise<{ readonly position: string; readonly payload: string }[]> {
    const text = 'SELECT position::text AS position, payload FROM event WHERE position = ANY ($1::bigint[])';
    return await this.#rows('webhooks payloads', text, [positions]);
  }

  /** What waits and is due, and how long the oldest of it has been, in seconds. */
  async depth(): Promise<{ readonly pending: number; readonly oldestDueSeconds: number }> {
    const [row] = await this.#rows<{ pending: number; oldestDueSeconds: number }>('webhooks depth', DEPTH, []);
    return row ?? { pending: 0, oldestDueSeconds: 0 };
  }

  /** Deletes a batch of deliveries that ended so long ago, with their attempts. @returns how many */
  async prune(days: number, batch: number): Promise<number> {
    const rows = await this.#rows('webhooks prune', PRUNE, [days, batch]);
    return rows.length;
  }

  /** Deletes subscriptions that their owners deleted and of which no delivery is left. */
  async forgetDeleted(): Promise<void> {
    const text = `DELETE FROM subscription s WHERE s.status = 'deleted' AND NOT EXISTS (SELECT FROM delivery d WHERE d.subscription_id = s.id)`;
    await this.#rows('webhooks forget', text, []);
  }

  async #rows<Row extends object>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
    return await this.#database.session(
      async (connection) => (await connection.query<Row>({ name, text, values: [...values] })).rows,
      { statementMs: STATEMENT_MS },
    );
  }
}

const CLAIM = `
  SELECT c.id, c.subscription_id AS "subscriptionId", c.event_id AS "eventId", c.kind, c.event_position::text AS "eventPosition",
    c.payload, c.attempt, c.claim_token AS token, c.url, c.secret, c.waited_ms AS "waitedMs"
  FROM claim_deliveries($1::uuid[], $2::int, $3::int, $4::int, $5::int, $6::interval) c`;

/*
 * The subscriptions that it may change, or whose state decides, are held in the order of their ids: two workers that finalise, and an
 * owner who disables, wait for each other and never in a circle.
 */
const FINALISE = `
  WITH result AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1::json) AS r (
      id uuid, token uuid, outcome text, delay double precision, started timestamptz, duration integer, status integer,
      error attempt_error, body text
    )
  ), concerned AS (
    SELECT d.subscription_id AS id, bool_or(r.outcome <> 'delivered') AS failed
    FROM result r JOIN delivery d ON d.id = r.id GROUP BY d.subscription_id
  ), held AS MATERIALIZED (
    SELECT s.id, s.status FROM subscription s JOIN concerned c ON c.id = s.id
    WHERE c.failed OR s.failing_since IS NOT NULL ORDER BY s.id FOR NO KEY UPDATE OF s
  ), done AS (
    UPDATE delivery d SET
      status = CASE
        WHEN r.outcome = 'delivered' THEN 'delivered'
        WHEN (SELECT h.status FROM held h WHERE h.id = d.subscription_id) <> 'enabled' THEN 'cancelled'
        WHEN r.outcome = 'retry' THEN 'pending'
        ELSE 'failed'
      END::delivery_status,
      next_attempt_at = CASE
        WHEN r.outcome = 'retry' AND (SELECT h.status FROM held h WHERE h.id = d.subscription_id) = 'enabled'
        THEN clock_timestamp() + r.delay * interval '1 millisecond'
      END,
      completed_at = CASE
        WHEN r.outcome = 'retry' AND (SELECT h.status FROM held h WHERE h.id = d.subscription_id) = 'enabled' THEN NULL
        ELSE clock_timestamp()
      END,
      worker = NULL, claim_token = NULL, claimed_at = NULL, lease_until = NULL
    FROM result r WHERE d.id = r.id AND d.status = 'delivering' AND d.claim_token = r.token
    RETURNING d.id, d.subscription_id, d.kind, d.cycle, d.attempt, d.status
  ), log AS (
    INSERT INTO delivery_attempt (delivery_id, cycle, number, started_at, duration_ms, status, error, response_body)
    SELECT done.id, done.cycle, done.attempt, r.started, r.duration, r.status, r.error, r.body
    FROM done JOIN result r ON r.id = done.id
  ), counted AS (
    SELECT subscription_id AS id, bool_or(status = 'delivered') AS delivered, count(*) FILTER (WHERE status = 'failed')::int AS failed
    FROM done WHERE kind <> 'ping' AND status IN ('delivered', 'failed') GROUP BY subscription_id
  ), judged AS (
    UPDATE subscription s SET
      failing_since = CASE WHEN c.delivered THEN NULL ELSE coalesce(s.failing_since, clock_timestamp()) END,
      failures = CASE WHEN c.delivered THEN 0 ELSE s.failures + c.failed END
    FROM counted c WHERE c.id = s.id AND (c.failed > 0 OR s.failing_since IS NOT NULL)
    RETURNING s.id, s.status = 'enabled' AND s.failures >= $3::int AND s.failing_since <= clock_timestamp() - $2::interval AS hopeless
  )
  SELECT done.id, done.subscription_id AS "subscriptionId", done.status,
    coalesce((SELECT j.hopeless FROM judged j WHERE j.id = done.subscription_id), false) AS hopeless
  FROM done`;

/** Walks the index from one subscription to the next, however many deliveries lie between. */
const WAITING = `
  WITH RECURSIVE waiting AS (
    (SELECT subscription_id FROM delivery WHERE status = 'pending' ORDER BY subscription_id LIMIT 1)
    UNION ALL
    SELECT (
      SELECT d.subscription_id FROM delivery d
      WHERE d.status = 'pending' AND d.subscription_id > w.subscription_id ORDER BY d.subscription_id LIMIT 1
    )
    FROM waiting w WHERE w.subscription_id IS NOT NULL
  )
  SELECT w.subscription_id AS "subscriptionId", extract(epoch FROM first.next_attempt_at - clock_timestamp())::double precision * 1000 AS "dueIn"
  FROM waiting w CROSS JOIN LATERAL (
    SELECT d.next_attempt_at FROM delivery d
    WHERE d.subscription_id = w.subscription_id AND d.status = 'pending' ORDER BY d.next_attempt_at LIMIT 1
  ) first`;

const ABANDONED_COLUMNS = `d.id, d.claim_token AS token, d.kind, d.attempt,
  to_char(d.claimed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS started,
  least(extract(epoch FROM clock_timestamp() - d.claimed_at) * 1000, 2000000000)::int AS duration`;

const ABANDONED = `
  WITH living AS MATERIALIZED (
    SELECT l.objid::bigint AS worker FROM pg_locks l JOIN pg_database b ON b.oid = l.database
    WHERE b.datname = current_database() AND l.locktype = 'advisory' AND l.classid::bigint = $1::bigint AND l.objsubid = 2 AND l.granted
  )
  SELECT ${ABANDONED_COLUMNS} FROM delivery d
  WHERE d.status = 'delivering' AND (d.lease_until < clock_timestamp() OR d.worker NOT IN (SELECT worker FROM living))
  LIMIT 500`;

const ABANDONED_EMBEDDED = `
  SELECT ${ABANDONED_COLUMNS} FROM delivery d
  WHERE d.status = 'delivering' AND (d.lease_until < clock_timestamp() OR d.worker <> $1::int) LIMIT 500`;

const DEPTH = `
  SELECT count(*)::int AS pending,
    coalesce(greatest(extract(epoch FROM clock_timestamp() - min(next_attempt_at)), 0), 0)::double precision AS "oldestDueSeconds"
  FROM delivery WHERE status = 'pending'`;

const PRUNE = `
  DELETE FROM delivery WHERE id IN (
    SELECT id FROM delivery WHERE completed_at < clock_timestamp() - $1::int * interval '1 day'
    ORDER BY completed_at LIMIT $2::int FOR UPDATE SKIP LOCKED
  ) RETURNING 1`;
