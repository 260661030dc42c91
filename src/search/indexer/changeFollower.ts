import type { Database } from '../../database/database.ts';
import type { SearchChange } from '../../graph/search/port.ts';
import { type LogPosition, readChanges, readStretch } from './changeLog.ts';

const BATCH = 500;

/** The database's transaction ids have gone back: it was restored from a dump, and what the index followed is no more. */
export class LogRewoundError extends Error {
  override readonly name = 'LogRewoundError';

  constructor() {
    super('the database is older than the search index: it was restored, and the index is to be rebuilt');
  }
}

/** Follows the tables from a position, batch by batch. What it has handed out once it does not hand out again. */
export class ChangeFollower {
  readonly #database: Pick<Database, 'read'>;
  /** Versions handed out of entities at or after the horizon: a long transaction holds the horizon back. */
  readonly #seen = new Map<string, { readonly version: bigint; readonly changedIn: bigint }>();
  #position: LogPosition;

  constructor(database: Pick<Database, 'read'>, position: LogPosition) {
    this.#database = database;
    this.#position = position;
  }

  get position(): LogPosition {
    return this.#position;
  }

  /**
   * Hands everything that has changed since to `apply`, then moves on; when `apply` fails, nothing is lost: the next call starts
   * from the same place. @returns how many changes were applied
   * @throws LogRewoundError
   */
  async follow(apply: (changes: readonly SearchChange[]) => Promise<void>): Promise<number> {
    const { changed, next, newest } = await readStretch(this.#database, this.#position);
    if (newest < this.#position.horizon) throw new LogRewoundError();
    const fresh = changed.filter(({ id, version }) => (this.#seen.get(id)?.version ?? -1n) < version);
    for (let start = 0; start < fresh.length; start += BATCH) {
      const batch = fresh.slice(start, start + BATCH);
      await apply(await readChanges(this.#database, batch));
      for (const { id, version, changedIn } of batch) this.#seen.set(id, { version, changedIn });
    }
    this.#position = next;
    for (const [id, { changedIn }] of this.#seen) if (changedIn < next.horizon) this.#seen.delete(id);
    return fresh.length;
  }
}
