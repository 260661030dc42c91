import { createHash } from 'node:crypto';
import { errorCode } from '../thrown/errorCode.ts';

/** How often a process asks whether its database is still the one that it was. */
const LOOK_EVERY_MS = 1_000;

/** insufficient_privilege: some hosters keep what pg_controldata tells to themselves. */
const REFUSED = '42501';

type Query = (text: string) => Promise<{ readonly rows: readonly { readonly life: string }[] }>;

/**
 * The life of the database that this process reads. Change versions, positions and transaction ids are restored together with the
 * rows and then drawn anew for other content: they mean something within one incarnation alone, so whatever keeps them (entity
 * tags, caches, the search index) keeps the incarnation with them. See docs/decisions.md#incarnation.
 */
export class Incarnation {
  readonly #query: Query;
  readonly #listeners = new Set<() => void>();
  #current = '';
  #look: Promise<string> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #readsControlData = true;

  /** @param query runs on a connection of its own, never in a caller's transaction */
  constructor(query: Query) {
    this.#query = query;
  }

  /**
   * Names this life as of the last look, at most about a second ago: 8 characters of base64url. Whoever reads takes it before the
   * read: then content of a later life may go by an earlier name for a moment, but never the other way round.
   */
  get current(): string {
    return this.#current;
  }

  /** Looks now; looks that coincide are one. @throws what the database throws while it is away: the name stays as it was */
  refresh(): Promise<string> {
    this.#look ??= this.#lookOnce().finally(() => {
      this.#look = undefined;
    });
    return this.#look;
  }

  /** Looks every second from now on; an answer that keeps others waiting is waited for, a failure means nothing. */
  watch(): void {
    this.#timer ??= setInterval(() => void this.refresh().catch(() => {}), LOOK_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Tells of every change from now on, as soon as `current` has it. @returns what ends it */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #lookOnce(): Promise<string> {
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
 * - the cluster, its timeline and the database: a dump restored elsewhere or into a new database, a point-in-time recovery;
 * - the start of the server: files, volumes and machines put back, of which the files themselves say nothing;
 * - the triggers, those of foreign keys included, which a restore creates last and renews in place (`--clean`): also tells the
 *   half-restored tables, whose rows have their versions before they have their titles, from the whole ones;
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
