/**
 * Distinct strings in UTF-16 order, none of them empty, in chunks by their first unit. An index is filled without one
 * long sort at the end: a chunk is sorted when it is walked for the first time, and stays so.
 */
export class SortedKeys {
  readonly #chunks = new Map<string, string[]>();
  /** The first units of the chunks, in order. */
  readonly #units: string[] = [];
  readonly #unsorted = new Set<string[]>();

  /** The key must not be in the set yet. */
  add(key: string): void {
    const unit = key.charAt(0);
    const keys = this.#chunks.get(unit);
    if (keys === undefined) {
      const chunk = [key];
      this.#chunks.set(unit, chunk);
      this.#unsorted.add(chunk);
      this.#units.splice(lowerBound(this.#units, unit, 0), 0, unit);
    } else if (this.#unsorted.has(keys)) keys.push(key);
    else keys.splice(lowerBound(keys, key, 0), 0, key);
  }

  delete(key: string): void {
    const unit = key.charAt(0);
    const keys = this.#chunks.get(unit) ?? [];
    const at = this.#unsorted.has(keys) ? keys.indexOf(key) : lowerBound(keys, key, 0);
    if (keys[at] !== key) return;
    keys.splice(at, 1);
    if (keys.length > 0) return;
    this.#chunks.delete(unit);
    this.#unsorted.delete(keys);
    this.#units.splice(lowerBound(this.#units, unit, 0), 1);
  }

  /** Sorts what is not sorted yet, a chunk a step. */
  *sort(): Iterable<void> {
    for (const keys of this.#unsorted) {
      keys.sort();
      this.#unsorted.delete(keys);
      yield;
    }
  }

  visitPrefix(prefix: string, visit: (key: string) => void): void {
    this.walk(prefix, (key) => {
      if (!key.startsWith(prefix)) return undefined;
      visit(key);
      return '';
    });
  }

  /**
   * Walks the keys in order from the first that is not before `from`. `visit` answers where to go on: at the first
   * later key that is not before its answer; undefined ends the walk.
   */
  walk(from: string, visit: (key: string) => string | undefined): void {
    let least = from;
    const chunkFrom = (c: number) => lowerBound(this.#units, least.charAt(0), c);
    for (let c = chunkFrom(0); c < this.#units.length; c = chunkFrom(c + 1)) {
      const keys = this.#sortedChunk(c);
      for (let at = 0; ; at++) {
        if (at < keys.length && (keys[at] as string) < least) at = lowerBound(keys, least, at + 1);
        if (at === keys.length) break;
        const next = visit(keys[at] as string);
        if (next === undefined) return;
        least = next;
      }
    }
  }

  #sortedChunk(c: number): readonly string[] {
    const keys = this.#chunks.get(this.#units[c] as string) as string[];
    if (this.#unsorted.delete(keys)) keys.sort();
    return keys;
  }
}

function lowerBound(keys: readonly string[], key: string, from: number): number {
  let low = from;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] as string) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
