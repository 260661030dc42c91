import { createHash, randomBytes } from 'node:crypto';
import { errorCode } from '../base/errors.ts';
import { repeat } from '../base/repeat.ts';

/** How often a process checks whether its database was restored. */
const POLL_MS = 1_000;
/** insufficient_privilege: some providers do not let users read pg_controldata. */
const REFUSED = '42501';

type IncarnationQuery = (text: string, values?: readonly string[]) => Promise<{ readonly rows: readonly object[] }>;

/**
 * The incarnation of the database: a restore resets change versions, positions and transaction ids together with the
 * rows, and later assigns them to other content. They therefore identify content only within one incarnation, which
 * entity tags, caches and the search index keep beside them. See docs/decisions.md#incarnation.
 */
export class Incarnation {
  readonly #query: IncarnationQuery;
  readonly #listeners = new Set<() => void>();
  #current = '';
  #poll: Promise<string> | undefined;
  #stop: (() => Promise<void>) | undefined;

  /** @param query runs on a connection of its own, never in a caller's transaction */
  constructor(query: IncarnationQuery) {
    this.#query = query;
  }

  /**
   * The name of this incarnation as of the last poll, about a second ago at most: 8 characters of base64url. Readers
   * take it before they read: new content may carry the earlier name for a moment, but old content never the new one.
   */
  get current(): string {
    return this.#current;
  }

  /** Polls now; concurrent polls are joined. @throws when the database is unreachable; the name is then unchanged */
  refresh(): Promise<string> {
    this.#poll ??= this.#pollOnce().finally(() => {
      this.#poll = undefined;
    });
    return this.#poll;
  }

  /** Begins another incarnation, for a restore that only the operator knows of. @throws before any migration */
  async renew(): Promise<void> {
    await this.#query(
      `INSERT INTO public.service_state (name, value) VALUES ('incarnation', $1)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      [JSON.stringify({ token: randomBytes(9).toString('base64url') })],
    );
    await this.refresh();
  }

  /** Starts polling every second; failures are ignored. */
  watch(): void {
    this.#stop ??= repeat(() => this.refresh(), { everyMs: POLL_MS, stopMs: 0 });
  }

  async stop(): Promise<void> {
    await this.#stop?.();
  }

  /** Calls `listener` after every change of `current`. @returns a function that unsubscribes it */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #pollOnce(): Promise<string> {
    const { facts, hasTable } = await this.#readFacts();
    const token = hasTable ? await this.#readToken() : null;
    const found = createHash('sha256')
      .update(JSON.stringify([facts, token]))
      .digest('base64url')
      .slice(0, 8);
    if (found === this.#current) return found;
    const isFirst = this.#current === '';
    this.#current = found;
    if (!isFirst) for (const listener of this.#listeners) listener();
    return found;
  }

  async #readFacts(): Promise<Facts> {
    const { rows } = await this.#query(selectFacts(true)).catch(async (error: unknown) => {
      if (errorCode(error) !== REFUSED) throw error;
      return await this.#query(selectFacts(false));
    });
    return rows[0] as Facts;
  }

  async #readToken(): Promise<string | null> {
    const { rows } = await this.#query(
      `SELECT value ->> 'token' AS token FROM public.service_state WHERE name = 'incarnation'`,
    );
    return (rows as readonly { readonly token: string }[])[0]?.token ?? null;
  }
}

interface Facts {
  /**
   * Changes with everything that can reset the tables and shows in them:
   * - the cluster, its timeline and the database: a dump restored elsewhere or into
   *   a new database, a point-in-time recovery, a failover;
   * - the triggers, those of foreign keys included, which a restore creates last and replaces in place (`--clean`):
   *   this also distinguishes half-restored tables, whose rows precede their titles, from complete ones;
   * - the file of `anime`: tables truncated and refilled from a data-only dump.
   */
  readonly facts: string;
  readonly hasTable: boolean;
}

function selectFacts(withControlData: boolean): string {
  return `SELECT concat_ws(' ',
      ${withControlData ? '(SELECT system_identifier FROM pg_control_system()),' : ''}
      CASE WHEN NOT pg_is_in_recovery() THEN substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END,
      (SELECT oid FROM pg_database WHERE datname = current_database()),
      pg_relation_filenode(to_regclass('public.anime')),
      (SELECT string_agg(t.oid || ':' || t.xmin, ' ' ORDER BY t.oid) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
        WHERE c.relnamespace = to_regnamespace('public'))) AS facts,
    to_regclass('public.service_state') IS NOT NULL AS "hasTable"`;
}
