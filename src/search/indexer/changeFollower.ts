import type { Database } from '../../database/database.ts';
import type { SearchChange } from '../../graph/search/port.ts';
import { type LogPosition, readChanges, readStretch } from './changeLog.ts';
import { weighAnime } from './weighAnime.ts';

const BATCH = 500;

/**
 * Follows the tables from a position, batch by batch, and weighs what has changed. What it has handed out once it does not hand out
 * again.
 */
export class ChangeFollower {
  readonly #database: Pick<Database, 'client' | 'read'>;
  #position: LogPosition;
  /** The versions that the last stretch came to: what was weighed for it comes up again in the next. */
  #handed: ReadonlyMap<string, bigint> = new Map();

  constructor(database: Pick<Database, 'client' | 'read'>, position: LogPosition) {
    this.#database = database;
    this.#position = position;
  }

  get position(): LogPosition {
    return this.#position;
  }

  /**
   * Hands everything that has changed since to `apply`, then moves on; when `apply` fails, nothing is lost: the next call starts
   * from the same place. @returns how many changes were applied
   */
  async follow(apply: (changes: readonly SearchChange[]) => Promise<void>): Promise<number> {
    const { changed, next } = await readStretch(this.#database, this.#position);
    await weighAnime(
      this.#database,
      changed.map(({ id }) => id),
    );
    const handed = new Map<string, bigint>();
    let applied = 0;
    for (let start = 0; start < changed.length; start += BATCH) {
      const changes = await readChanges(this.#database, changed.slice(start, start + BATCH));
      const fresh = changes.filter((change) => this.#handed.get(idOf(change)) !== versionOf(change));
      if (fresh.length > 0) await apply(fresh);
      for (const change of changes) handed.set(idOf(change), versionOf(change));
      applied += fresh.length;
    }
    this.#handed = handed;
    this.#position = next;
    return applied;
  }
}

function idOf(change: SearchChange): string {
  return change.kind === 'upsert' ? change.document.id : change.id;
}

function versionOf(change: SearchChange): bigint {
  return change.kind === 'upsert' ? change.document.version : change.version;
}
