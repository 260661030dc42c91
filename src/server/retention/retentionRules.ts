import type { Configuration } from '../../configuration/configuration.ts';

/** Rows that one statement removes at most: some 10 ms of work, because readers may have to wait behind it. */
export const RETENTION_BATCH = 500;

/** A process with an index in memory refills it after a day without reads; the rest is room for a restore. */
const TOMBSTONE_DAYS = 30;

/** A rule that removes a part of the history. Every statement reads an index, however many rows exist. */
export interface RetentionRule {
  /** As logs and metrics name it. */
  readonly name: string;
  /** How long rows are kept; 0: forever. */
  readonly days: number;
  /** One row of bounds, which hold for a run; $1: the days. A null means that nothing may be removed. */
  readonly bounds: string;
  /** Removes a batch of the oldest rows within the bounds ($1 …), and returns a row for each. */
  readonly remove: string;
  /** When the oldest row that may once be removed came to be, as `at`, in seconds since 1970. */
  readonly oldest: string;
}

/** The days for which the history is kept, by kind; 0: for ever. */
export type RetentionDays = Pick<
  Configuration,
  'WEBHOOK_RETENTION_DAYS' | 'AUDIT_RETENTION_DAYS' | 'EVENT_RETENTION_DAYS'
>;

/** The rules of the installation. Ids are an array: of a join the planner might read the whole table once a batch. */
export function retentionRules(days: RetentionDays): readonly RetentionRule[] {
  return [
    { name: 'deliveries', days: days.WEBHOOK_RETENTION_DAYS, ...DELIVERIES },
    { name: 'audit events', days: days.AUDIT_RETENTION_DAYS, ...AUDIT_EVENTS },
    { name: 'events', days: days.EVENT_RETENTION_DAYS, ...EVENTS },
    { name: 'tombstones', days: TOMBSTONE_DAYS, ...TOMBSTONES },
  ];
}

type Statements = Pick<RetentionRule, 'bounds' | 'remove' | 'oldest'>;

const BEFORE = 'SELECT (now() - make_interval(days => $1::int))::text AS before';

const DELIVERIES: Statements = {
  bounds: BEFORE,
  remove: `
    DELETE FROM delivery WHERE id = ANY (ARRAY(
      SELECT id FROM delivery WHERE completed_at < $1::timestamptz
      ORDER BY completed_at LIMIT ${RETENTION_BATCH} FOR UPDATE SKIP LOCKED
    )) RETURNING 1`,
  oldest: 'SELECT extract(epoch FROM min(completed_at))::float8 AS at FROM delivery',
};

/** A trigger refuses to remove them unless the transaction says that it is the retention. */
const AUDIT_EVENTS: Statements = {
  bounds: BEFORE,
  remove: `
    DELETE FROM audit_event WHERE id = ANY (ARRAY(
      SELECT a.id FROM (SELECT set_config('catalog.audit_retention', 'on', true) AS mode OFFSET 0) allowed
      CROSS JOIN LATERAL (
        SELECT id FROM audit_event WHERE at < $1::timestamptz ORDER BY at LIMIT ${RETENTION_BATCH}
      ) a WHERE allowed.mode = 'on'
    )) RETURNING 1`,
  oldest: 'SELECT extract(epoch FROM min(at))::float8 AS at FROM audit_event',
};

/**
 * The log stays without gaps, so a stretch from its beginning on is removed: at most up to the last event that is old
 * enough (ids of events rise with their positions, and begin with their time), before the newest event, whose id bounds
 * the next one's, before the first one that a delivery is kept of or a webhook has not read, and up to the position of
 * the oldest dump, where its mirrors continue. Each of these positions only rises, so the bound holds for the run.
 */
const EVENTS: Statements = {
  bounds: `
    SELECT least(
      old.position,
      (SELECT h.position - 1 FROM publication_head h WHERE h.id = 1),
      (SELECT min(d.event_position) - 1 FROM delivery d),
      (SELECT min(d.position) FROM dump d),
      (SELECT min(unread.position) - 1 FROM webhook_queue q CROSS JOIN LATERAL (
        SELECT l.position FROM webhook_log(q.webhook_id, q.position, 1, false) l ORDER BY l.position LIMIT 1
      ) unread)
    )::text AS position
    FROM (
      SELECT e.position FROM event e
      WHERE e.id < rpad(lpad(to_hex((extract(epoch FROM now() - make_interval(days => $1::int)) * 1000)::bigint), 12, '0'), 32, '0')::uuid
      ORDER BY e.id DESC LIMIT 1
    ) old`,
  // The events of a publication follow one another: it has ended where the next event is another one's.
  remove: `
    WITH due AS MATERIALIZED (
      SELECT e.position, e.publication_id FROM event e WHERE e.position <= $1::bigint ORDER BY e.position LIMIT ${RETENTION_BATCH}
    ), removed AS (
      DELETE FROM event WHERE position = ANY (ARRAY(SELECT d.position FROM due d)) RETURNING 1
    ), ended AS (
      DELETE FROM publication p WHERE p.id = ANY (ARRAY(SELECT DISTINCT d.publication_id FROM due d)) AND p.id IS DISTINCT FROM (
        SELECT e.publication_id FROM event e WHERE e.position = (SELECT max(d.position) + 1 FROM due d)
      )
    )
    SELECT 1 FROM removed`,
  oldest: 'SELECT extract(epoch FROM occurred_at)::float8 AS at FROM event ORDER BY position LIMIT 1',
};

/**
 * Versions are times in microseconds. A tombstone has been passed when every stored position of an index has read it,
 * even by its earliest open transaction. Indexes in memory store none: one that read nothing for so long
 * may find what is deleted, which readers leave out.
 */
const TOMBSTONES: Statements = {
  bounds: `
    SELECT least(
      pg_snapshot_xmin(pg_current_snapshot())::text::bigint,
      (SELECT min(split_part(s.value ->> 'snapshot', ':', 1)::bigint) FROM service_state s WHERE s.name LIKE 'search-cursor:%')
    )::text AS xid, microseconds(now() - make_interval(days => $1::int))::text AS version`,
  remove: `
    DELETE FROM anime_tombstone WHERE anime_id = ANY (ARRAY(
      SELECT oldest.anime_id FROM (
        SELECT t.anime_id, t.version FROM anime_tombstone t WHERE t.changed_in < $1::bigint
        ORDER BY t.changed_in LIMIT ${RETENTION_BATCH}
      ) oldest WHERE oldest.version < $2::bigint
    )) RETURNING 1`,
  oldest: 'SELECT version / 1000000.0::float8 AS at FROM anime_tombstone ORDER BY changed_in LIMIT 1',
};
