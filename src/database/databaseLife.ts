import { errorCode } from '../errors.ts';

/** insufficient_privilege: some providers do not let users read pg_controldata. */
const REFUSED = '42501';

export type LifeQuery = (
  text: string,
  values?: readonly string[],
) => Promise<{ readonly rows: readonly object[]; readonly rowCount?: number | null }>;

/** The record of the database's life: the row `incarnation` of service_state. */
export interface LifeRecord {
  /** Random; identifies the life. */
  readonly token: string;
  /** The start of the server up to which processes have judged that life, as text. */
  readonly start: string;
  /** The previous start, as the process that judged this one knew it. */
  readonly from: string | null;
  /** The WAL position at which that start continued, in bytes; null where unknown. */
  readonly lsn: string | null;
  /** Its first transaction id. */
  readonly xid: string | null;
  /** The same of earlier starts of this life, the latest first. */
  readonly earlier: readonly Pick<LifeRecord, 'from' | 'lsn' | 'xid'>[];
}

/** A reading of the database's life. */
export interface Life {
  /**
   * Changes with everything that can reset the tables and shows in them:
   * - the cluster, its timeline and the database: a dump restored elsewhere or into
   *   a new database, a point-in-time recovery, a failover;
   * - the triggers, those of foreign keys included, which a restore creates last and replaces in place (`--clean`):
   *   this also tells half-restored tables, whose rows precede their titles, from complete ones;
   * - the file of `anime`: tables truncated and refilled from a data-only dump.
   */
  readonly facts: string;
  /** The server's start, as text. */
  readonly start: string;
  /**
   * Changes when the server recovers from a crash, also from one of a process of its own, which leaves `start` as it
   * was: the server's statistics are reset.
   */
  readonly recovered: string | null;
  /** The WAL position that is on disk, in bytes; null on a standby. */
  readonly flushed: string | null;
  /**
   * The WAL position and transaction id with which the server's start or recovery continued; null when a later
   * checkpoint hides them.
   */
  readonly resumed: { readonly lsn: string; readonly xid: string } | null;
  /** Null before the first migration and the first process. */
  readonly record: LifeRecord | null;
}

/** @throws when the database is unreachable */
export async function readLife(query: LifeQuery): Promise<Life> {
  const { rows } = await query(lifeOf(true)).catch(async (error: unknown) => {
    if (errorCode(error) !== REFUSED) throw error;
    return await query(lifeOf(false));
  });
  const [{ hasTable, lsn, xid, ...life }] = rows as readonly [LifeRow];
  const resumed = lsn === null || xid === null ? null : { lsn, xid };
  return { ...life, resumed, record: hasTable ? await readRecord(query) : null };
}

/** @returns whether the record was still the known one */
export async function replaceRecord(query: LifeQuery, known: LifeRecord | null, next: LifeRecord): Promise<boolean> {
  const { rowCount } =
    known === null
      ? await query(
          `INSERT INTO public.service_state (name, value) VALUES ('incarnation', $1) ON CONFLICT DO NOTHING`,
          [JSON.stringify(next)],
        )
      : await query(`UPDATE public.service_state SET value = $1 WHERE name = 'incarnation' AND value = $2::jsonb`, [
          JSON.stringify(next),
          JSON.stringify(known),
        ]);
  return rowCount === 1;
}

/** Whether another process of the service is connected: each listens. */
export async function hasCompany(query: LifeQuery): Promise<boolean> {
  const { rows } = await query(`
    SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE 'anime-catalog %' AND query LIKE 'LISTEN %'`);
  return rows.length > 0;
}

interface LifeRow extends Pick<Life, 'facts' | 'start' | 'recovered' | 'flushed'> {
  readonly hasTable: boolean;
  readonly lsn: string | null;
  readonly xid: string | null;
}

async function readRecord(query: LifeQuery): Promise<LifeRecord | null> {
  const { rows } = await query(`SELECT value FROM public.service_state WHERE name = 'incarnation'`);
  return (rows as readonly { readonly value: LifeRecord }[])[0]?.value ?? null;
}

/**
 * The checkpoints that end a recovery and a shutdown are written while nothing else is, so they begin where they are:
 * their place is the end of all WAL of the earlier start, as long as no checkpoint of the running server follows.
 * Nothing is known where commits may be lost in a crash.
 */
function lifeOf(withControlData: boolean): string {
  const resumed = (value: string) =>
    withControlData
      ? `(SELECT (${value})::text FROM pg_control_checkpoint()
          WHERE checkpoint_lsn = redo_lsn AND current_setting('wal_level') <> 'minimal'
            AND current_setting('fsync') = 'on' AND current_setting('synchronous_commit') <> 'off')`
      : 'NULL::text';
  return `SELECT concat_ws(' ',
      ${withControlData ? '(SELECT system_identifier FROM pg_control_system()),' : ''}
      CASE WHEN NOT pg_is_in_recovery() THEN substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END,
      (SELECT oid FROM pg_database WHERE datname = current_database()),
      pg_relation_filenode(to_regclass('public.anime')),
      (SELECT string_agg(t.oid || ':' || t.xmin, ' ' ORDER BY t.oid) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
        WHERE c.relnamespace = to_regnamespace('public'))) AS facts,
    extract(epoch FROM pg_postmaster_start_time())::text AS start,
    (SELECT extract(epoch FROM stats_reset)::text FROM pg_stat_archiver) AS recovered,
    CASE WHEN NOT pg_is_in_recovery() THEN (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text END AS flushed,
    ${resumed("checkpoint_lsn - '0/0'::pg_lsn")} AS lsn,
    ${resumed("split_part(next_xid, ':', 1)::numeric * 4294967296 + split_part(next_xid, ':', 2)::numeric")} AS xid,
    to_regclass('public.service_state') IS NOT NULL AS "hasTable"`;
}
