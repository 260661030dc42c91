import { LRUCache } from 'lru-cache';

/**
 * Prepared statements that one connection holds at most: each keeps its plan, up to 100 kB, in the server's process.
 */
const MOST = 128;

/**
 * The prepared statements of one connection, with the least recently used evicted. A statement that comes back gets
 * another name, because pg remembers the text that it sent under the old one.
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
   * @param name what the statement is called everywhere
   * @returns its name on this connection, and the one that is to be deallocated first
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
