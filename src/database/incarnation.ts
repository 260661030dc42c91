import { createHash } from 'node:crypto';
import { errorCode } from '../errors.ts';

/** How often a process asks whether its database was restored. */
const POLL_MS = 1_000;

/** insufficient_privilege: some hosters do not let users read pg_controldata. */
const REFUSED = '42501';

type Query = (text: string) => Promise<{ readonly rows: readonly { readonly life: string }[] }>;

/**
 * The life of the database that this process reads. A restore takes change versions, positions and transaction ids back
 * together with the rows, and then they are given to other content: they identify content within one incarnation only.
 * So entity tags, caches and the search index keep the incarnation with them. See docs/decisions.md#incarnation.
 */
export class Incarnation {
  readonly #query: Query;
  readonly #listeners = new Set<() => void>();
  #current = '';
  #poll: Promise<string> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #readsControlData = true;

  /** @param query runs on a connection of its own, never in a caller's transaction */
  constructor(query: Query) {
    this.#query = query;
  }

  /**
   * Names this life as of the last poll, about a second ago at most: 8 characters of base64url. Readers take it before
   * they read: then content of a later life may go by an earlier name for a moment, but never the other way round.
   */
  get current(): string {
    return this.#current;
  }

  /** Polls now; concurrent polls are one. @throws as the database does while it is away; the name stays as it was */
  refresh(): Promise<string> {
    this.#poll ??= this.#pollOnce().finally(() => {
      this.#poll = undefined;
    });
    return this.#poll;
  }

  /** Polls every second from now on; failures are ignored. */
  watch(): void {
    this.#timer ??= setInterval(() => void this.refresh().catch(() => {}), POLL_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Calls `listener` after every change of `current`. @returns how to stop */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #pollOnce(): Promise<string> {
    const found = createHash('sha256')
      .update(await this.#read())
      .digest('base64url')
      .slice(0, 8);
    if (found === this.#current) return found;
    const isFirst = this.#current === '';
    this.#current = found;
    if (!isFirst) for (const listener of this.#listeners) listener();
    return found;
  }

  async #read(): Promise<string> {
    try {
      const { rows } = await this.#query(lifeOf(this.#readsControlData));
      return rows[0]?.life ?? '';
    } catch (error) {
      if (!this.#readsControlData || errorCode(error) !== REFUSED) throw error;
      this.#readsControlData = false;
      return await this.#read();
    }
  }
}

/**
 * Differs after everything that can take the tables back:
 * - the cluster, its timeline and the database: a dump restored elsewhere or into
 *   a new database, a point-in-time recovery;
 * - the start of the server: files, volumes and machines put back, of which the files themselves say nothing;
 * - the triggers, those of foreign keys included, which a restore creates last and renews in place (`--clean`): this
 *   also distinguishes half-restored tables, whose rows have their versions before their titles, from whole ones;
 * - the file of `anime`: tables that were truncated to be filled from a dump of data alone.
 */
function lifeOf(withControlData: boolean): string {
  return `SELECT concat_ws(' ',
    ${withControlData ? '(SELECT system_identifier FROM pg_control_system()),' : ''}
    CASE WHEN NOT pg_is_in_recovery() THEN substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END,
    (SELECT oid FROM pg_database WHERE datname = current_database()),
    extract(epoch FROM pg_postmaster_start_time()),
    pg_relation_filenode(to_regclass('public.anime')),
    (SELECT string_agg(t.oid || ':' || t.xmin, ' ' ORDER BY t.oid) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
      WHERE c.relnamespace = to_regnamespace('public'))) AS life`;
}
