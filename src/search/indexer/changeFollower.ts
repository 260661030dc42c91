import type { Database } from '../../database/database.ts';
import type { SearchChange } from '../../graph/search/port.ts';
import { type LogPosition, readChanges, readStretch } from './changeLog.ts';

const BATCH = 500;

/** Follows the tables from a position, batch by batch. What it has handed out once it does not hand out again. */
export class ChangeFollower {
  readonly #database: Pick<Database, 'read'>;
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
   */
  async follow(apply: (changes: readonly SearchChange[]) => Promise<void>): Promise<number> {
    const { changed, next } = await readStretch(this.#database, this.#position);
    for (let start = 0; start < changed.length; start += BATCH) {
      await apply(await readChanges(this.#database, changed.slice(start, start + BATCH)));
    }
    this.#position = next;
    return changed.length;
  }
}
