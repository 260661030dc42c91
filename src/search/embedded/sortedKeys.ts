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
   * Walks the keys in order. `visit` answers the least key that it wants to see next, behind the one it got, or undefined for the
   * next in order.
   */
  walk(visit: (key: string, number: number) => string | undefined): void {
    let at = 0;
    for (let c = 0; c < this.#chunks.length; ) {
      const { keys, numbers } = this.#chunks[c] as Chunk;
      if (at >= keys.length) {
        c++;
        at = 0;
        continue;
      }
      const behind = visit(keys[at] as string, numbers[at] as number);
      at++;
      if (behind === undefined) continue;
      if ((keys[keys.length - 1] as string) < behind) {
        c = Math.max(c + 1, this.#chunkOf(behind));
        at = 0;
        if (c >= this.#chunks.length) return;
      }
      at = lowerBoundNear((this.#chunks[c] as Chunk).keys, behind, at);
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

function lowerBound(keys: readonly string[], key: string, from: number, to = keys.length): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] as string) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** As `lowerBound`, quicker when it lies close behind `from`. */
function lowerBoundNear(keys: readonly string[], key: string, from: number): number {
  let step = 1;
  let low = from;
  while (low + step <= keys.length && (keys[low + step - 1] as string) < key) {
    low += step;
    step *= 2;
  }
  return lowerBound(keys, key, low, Math.min(keys.length, low + step));
}
