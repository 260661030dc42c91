import type { Database } from '../../database/database.ts';
import type { SearchChange } from '../../graph/search/port.ts';
import { type LogPosition, readChanges, readStretch, subjectOf } from './changeLog.ts';
import { updateProminence } from './updateProminence.ts';

const BATCH = 500;

/**
 * Follows the tables from a position, batch by batch, and updates the prominence of changed anime. Each version is
 * passed on once.
 */
export class ChangeFollower {
  readonly #database: Pick<Database, 'client'>;
  #position: LogPosition;
  /** The versions of the last stretch, whose prominence updates appear in the next one too. */
  #delivered: ReadonlyMap<string, bigint> = new Map();

  constructor(database: Pick<Database, 'client'>, position: LogPosition) {
    this.#database = database;
    this.#position = position;
  }

  get position(): LogPosition {
    return this.#position;
  }

  /**
   * Passes all changes since the position to `apply`, then advances; when `apply` fails, the next call starts from the
   * same position.
   * @returns how many changes were applied
   */
  async follow(apply: (changes: readonly SearchChange[]) => Promise<void>): Promise<number> {
    const { changed, tombstone, next } = await readStretch(this.#database, this.#position);
    await updateProminence(this.#database, changed);
    const delivered = new Map<string, bigint>();
    let applied = 0;
    for (let start = 0; start < changed.length; start += BATCH) {
      const changes = await readChanges(this.#database, changed.slice(start, start + BATCH), tombstone);
      const fresh: SearchChange[] = [];
      for (const change of changes) {
        const { id, version } = subjectOf(change);
        if (this.#delivered.get(id) !== version) fresh.push(change);
        delivered.set(id, version);
      }
      if (fresh.length > 0) await apply(fresh);
      applied += fresh.length;
    }
    this.#delivered = delivered;
    this.#position = next;
    return applied;
  }
}
