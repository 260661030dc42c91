/**
 * Ascending lists of numbers, all in one array: hundreds of thousands of lists, most with one number or a few, would cost
 * several times as much as arrays of their own. Every list has a block of a power of two; blocks that a list outgrew are used
 * again.
 */
export class PostingLists {
  #pool = new Uint32Array(1024);
  #used = 0;
  /** By list: where its block begins and how many numbers it holds. */
  #offsets = new Uint32Array(256);
  #counts = new Uint32Array(256);
  #lists = 0;
  readonly #freeLists: number[] = [];
  /** By the exponent of their size: beginnings of unused blocks. */
  readonly #freeBlocks: number[][] = Array.from({ length: 32 }, () => []);

  /** A new list with one number. */
  create(value: number): number {
    const list = this.#freeLists.pop() ?? this.#lists++;
    if (list >= this.#offsets.length) {
      this.#offsets = grown(this.#offsets, list + 1);
      this.#counts = grown(this.#counts, list + 1);
    }
    const block = this.#takeBlock(0);
    this.#pool[block] = value;
    this.#offsets[list] = block;
    this.#counts[list] = 1;
    return list;
  }

  count(list: number): number {
    return this.#counts[list] as number;
  }

  add(list: number, value: number): void {
    const count = this.count(list);
    const at = this.#lowerBound(list, value);
    if (at < count && this.#pool[this.#begin(list) + at] === value) return;
    if (isPowerOfTwo(count)) this.#moveToBlock(list, count, Math.log2(count), Math.log2(count) + 1);
    const begin = this.#begin(list);
    this.#pool.copyWithin(begin + at + 1, begin + at, begin + count);
    this.#pool[begin + at] = value;
    this.#counts[list] = count + 1;
  }

  /** @returns whether the list is empty now; it must not be used again then */
  remove(list: number, value: number): boolean {
    const count = this.count(list);
    const begin = this.#begin(list);
    const at = this.#lowerBound(list, value);
    if (at === count || this.#pool[begin + at] !== value) return false;
    this.#pool.copyWithin(begin + at, begin + at + 1, begin + count);
    this.#counts[list] = count - 1;
    if (count === 1) {
      this.#freeBlocks[0]?.push(begin);
      this.#freeLists.push(list);
      return true;
    }
    // Full lists have a power of two of numbers: what shrinks to one must lie in a block of that size again.
    if (isPowerOfTwo(count - 1)) this.#moveToBlock(list, count - 1, Math.log2(count - 1) + 1, Math.log2(count - 1));
    return false;
  }

  visit(list: number, visit: (value: number) => void): void {
    const begin = this.#begin(list);
    const end = begin + this.count(list);
    for (let i = begin; i < end; i++) visit(this.#pool[i] as number);
  }

  #begin(list: number): number {
    return this.#offsets[list] as number;
  }

  #lowerBound(list: number, value: number): number {
    const begin = this.#begin(list);
    let low = 0;
    let high = this.count(list);
    // Numbers mostly arrive in ascending order.
    if ((this.#pool[begin + high - 1] as number) < value) return high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#pool[begin + middle] as number) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Moves a list of `size` numbers, a power of two, between a block of that size and one of twice the size. */
  #moveToBlock(list: number, size: number, from: number, to: number): void {
    const begin = this.#begin(list);
    const block = this.#takeBlock(to);
    this.#pool.copyWithin(block, begin, begin + size);
    this.#freeBlocks[from]?.push(begin);
    this.#offsets[list] = block;
  }

  #takeBlock(exponent: number): number {
    const free = this.#freeBlocks[exponent]?.pop();
    if (free !== undefined) return free;
    const block = this.#used;
    this.#used += 2 ** exponent;
    if (this.#used > this.#pool.length) this.#pool = grown(this.#pool, this.#used);
    return block;
  }
}

function isPowerOfTwo(count: number): boolean {
  return (count & (count - 1)) === 0;
}

function grown(array: Uint32Array, least: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(least, Math.ceil(array.length * 1.25)));
  larger.set(array);
  return larger;
}
