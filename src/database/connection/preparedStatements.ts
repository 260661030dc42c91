import { LRUCache } from 'lru-cache';

/** Most prepared statements of a connection: each keeps a plan of up to 100 kB in the server's process. */
const MOST = 128;

/**
 * The prepared statements of one connection, the least recently used evicted. A statement that returns gets another
 * name, because pg remembers the text that it sent under the old one.
 */
export class PreparedStatements {
  readonly #names: LRUCache<string, string>;
  #evicted: string | undefined;
  #count = 0;

  constructor(most = MOST) {
    this.#names = new LRUCache({
      max: most,
      dispose: (name, _key, reason) => {
        if (reason === 'evict') this.#evicted = name;
      },
    });
  }

  /**
   * @param name the statement's name, the same on every connection
   * @returns its name on this connection, and the one to deallocate first
   */
  use(name: string): { readonly name: string; readonly evicted: string | undefined } {
    let own = this.#names.get(name);
    this.#evicted = undefined;
    if (own === undefined) {
      this.#count += 1;
      own = `${name}_${this.#count}`;
      this.#names.set(name, own);
    }
    return { name: own, evicted: this.#evicted };
  }
}

/** Most prepared statements of one connection: PostgreSQL never evicts any. */
const MOST_NAMES = 500;
/** How often a statement must recur to be worth preparing. */
const SIGHTINGS = 3;
/** The end of a page of a list. */
const PAGE = / LIMIT \$\d+(?: OFFSET \$\d+)?\s*$/;
/** How many unnamed texts are remembered. */
const CANDIDATES = 1000;

/**
 * Names for prepared statements. Only recurring texts get one, and only a bounded number: lists of varying length (`IN
 * ($1, …)`) would fill the memory of this process, and of the server for every connection. An empty name leaves the
 * statement unprepared.
 * @param plansPages whether pages of lists stay unprepared: PostgreSQL then plans each with the values of its filters,
 * of which rare ones are found by their own index and common ones along the list's order. With one plan for all values
 * the slowest twentieth of all pairs of filters took three times as long (137 and 43 ms, 26,340 anime, a busy machine).
 */
export function createStatementNames(plansPages: boolean): (query: { readonly sql: string }) => string {
  const names = new Map<string, string>();
  const candidates = new Map<string, number>();
  return ({ sql }) => {
    if (plansPages && PAGE.test(sql)) return '';
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= MOST_NAMES) return '';
    const sightings = (candidates.get(sql) ?? 0) + 1;
    if (sightings < SIGHTINGS) {
      if (candidates.size >= CANDIDATES) candidates.clear();
      candidates.set(sql, sightings);
      return '';
    }
    candidates.delete(sql);
    const name = `s${names.size + 1}`;
    names.set(sql, name);
    return name;
  };
}
