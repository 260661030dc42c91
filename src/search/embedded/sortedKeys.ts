/** Small enough that an insertion moves little, large enough that few chunks must be searched. */
const MAX_CHUNK = 512;

interface Chunk {
  readonly keys: string[];
  /** The number that each key stands for. */
  readonly numbers: number[];
}

/**
 * Distinct strings with a number each, in UTF-16 order, in chunks: adding one costs the same in a large set as in a small one,
 * so an index is filled in slices without one long sort at the end.
 */
export class SortedKeys {
  readonly #chunks: Chunk[] = [{ keys: [], numbers: [] }];

  /** The key must not be in the set yet. */
  add(key: string, number: number): void {
    const c = this.#chunkOf(key);
    const { keys, numbers } = this.#chunks[c] as Chunk;
    const at = lowerBound(keys, key, 0);
    keys.splice(at, 0, key);
    numbers.splice(at, 0, number);
    if (keys.length > MAX_CHUNK) {
      const half = keys.length >> 1;
      this.#chunks.splice(c + 1, 0, { keys: keys.splice(half), numbers: numbers.splice(half) });
    }
  }

  delete(key: string): void {
    const c = this.#chunkOf(key);
    const { keys, numbers } = this.#chunks[c] as Chunk;
    const at = lowerBound(keys, key, 0);
    if (keys[at] !== key) return;
    keys.splice(at, 1);
    numbers.splice(at, 1);
    if (keys.length === 0 && this.#chunks.length > 1) this.#chunks.splice(c, 1);
  }

  visitPrefix(prefix: string, visit: (number: number) => void): void {
    const behind = prefix === '' ? undefined : successor(prefix, prefix.length);
    const last = behind === undefined ? this.#chunks.length - 1 : this.#chunkOf(behind);
    for (let c = this.#chunkOf(prefix), from = -1; c <= last; c++, from = 0) {
      const { keys, numbers } = this.#chunks[c] as Chunk;
      if (from < 0) from = lowerBound(keys, prefix, 0);
      const to = c < last || behind === undefined ? keys.length : lowerBound(keys, behind, from);
      for (let at = from; at < to; at++) visit(numbers[at] as number);
    }
  }

  /**
   * Walks the keys in order. `visit` answers how many leading units of the key no further key may share: 0 goes on with the next
   * key, 3 jumps behind all keys with the same first three.
   */
  walk(visit: (key: string, number: number) => number): void {
    let at = 0;
    for (let c = 0; c < this.#chunks.length; ) {
      const { keys, numbers } = this.#chunks[c] as Chunk;
      if (at >= keys.length) {
        c++;
        at = 0;
        continue;
      }
      const key = keys[at] as string;
      const dead = visit(key, numbers[at] as number);
      at++;
      if (dead === 0 || (at < keys.length && !sharesPrefix(keys[at] as string, key, dead))) continue;
      const behind = successor(key, dead);
      if ((keys.at(-1) as string) < behind) {
        c = Math.max(c + 1, this.#chunkOf(behind));
        at = 0;
        if (c >= this.#chunks.length) return;
      }
      at = lowerBound((this.#chunks[c] as Chunk).keys, behind, at);
    }
  }

  /** The chunk in which the key is or would be: the last that begins at or before it. */
  #chunkOf(key: string): number {
    let low = 0;
    let high = this.#chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (((this.#chunks[middle] as Chunk).keys[0] as string) <= key) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** The least string behind all that share the first `length` units; no key begins with the very last unit, a noncharacter. */
function successor(key: string, length: number): string {
  return key.slice(0, length - 1) + String.fromCharCode(key.charCodeAt(length - 1) + 1);
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

function sharesPrefix(a: string, b: string, length: number): boolean {
  if (a.length < length) return false;
  for (let i = 0; i < length; i++) if (a.charCodeAt(i) !== b.charCodeAt(i)) return false;
  return true;
}
