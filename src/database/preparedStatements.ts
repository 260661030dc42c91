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
