import { grown } from './grown.ts';

/**
 * Ascending lists of numbers, all in one array: hundreds of thousands of lists, most with a few numbers, would cost several times
 * as much as arrays of their own. Every list has a block of the least size that holds it, of 2, 3, 4, 6, 8, 12, … numbers; blocks that
 * a list outgrew are used again.
 */
export class PostingLists {
  #pool = new Uint32Array(256);
  #used = 0;
  /** By list: where its block begins and how many numbers it holds. */
  #offsets = new Uint32Array(64);
  #counts = new Uint32Array(64);
  #lists = 0;
  readonly #freeLists: number[] = [];
  /** By size class: beginnings of unused blocks. */
  readonly #freeBlocks: number[][] = Array.from({ length: 64 }, () => []);

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
    this.#fit(list, count, count + 1);
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
    this.#fit(list, count, count - 1);
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

  /** Moves a list to a block of the size for `to` numbers, unless it has one for as many as `from`. */
  #fit(list: number, from: number, to: number): void {
    const [before, after] = [sizeClass(from), sizeClass(to)];
    if (before === after) return;
    const begin = this.#begin(list);
    const block = this.#takeBlock(after);
    this.#pool.copyWithin(block, begin, begin + Math.min(from, to));
    this.#freeBlocks[before]?.push(begin);
    this.#offsets[list] = block;
  }

  #takeBlock(size: number): number {
    const free = this.#freeBlocks[size]?.pop();
    if (free !== undefined) return free;
    const block = this.#used;
    this.#used += sizeOf(size);
    if (this.#used > this.#pool.length) this.#pool = grown(this.#pool, this.#used);
    return block;
  }
}

/** How many numbers a block of a class holds. */
function sizeOf(size: number): number {
  return size % 2 === 0 ? 2 << (size >> 1) : 3 << (size >> 1);
}

/** The class of the least block that holds so many numbers. */
function sizeClass(count: number): number {
  if (count <= 2) return 0;
  const exponent = 31 - Math.clz32(count - 1);
  return (exponent - 1) * 2 + (count > 3 << (exponent - 1) ? 2 : 1);
}
