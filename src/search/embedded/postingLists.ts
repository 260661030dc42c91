import { grown } from './grown.ts';

/** A place is the number of a segment and, in so many bits, an index in it. */
const INDEX_BITS = 14;
const SEGMENT = 1 << INDEX_BITS;
/** Larger blocks are segments of their own. */
const MOST_SHARED = SEGMENT >> 3;

/**
 * Ascending lists of numbers in a few arrays: hundreds of thousands of lists, most with a few numbers, would cost several times
 * as much as arrays of their own. Every list has a block of the least size that holds it, of 2, 3, 4, 6, 8, 12, … numbers; blocks that
 * a list outgrew are used again. One array for all that grows would leave malloc with holes of half its size.
 */
export class PostingLists {
  readonly #segments: Uint32Array[] = [];
  /** Where in the last shared segment nothing is yet, and where that ends. */
  #unused = 0;
  #end = 0;
  /** By list: the place where its block begins, and how many numbers it holds. */
  #places = new Uint32Array(64);
  #counts = new Uint32Array(64);
  #lists = 0;
  readonly #freeLists: number[] = [];
  /** By size class: beginnings of unused blocks. */
  readonly #freeBlocks: number[][] = Array.from({ length: 64 }, () => []);

  /** A new list with one number. */
  create(value: number): number {
    const list = this.#freeLists.pop() ?? this.#lists++;
    if (list >= this.#places.length) {
      this.#places = grown(this.#places, list + 1);
      this.#counts = grown(this.#counts, list + 1);
    }
    this.#places[list] = this.#takeBlock(0);
    this.#segmentOf(list)[this.#begin(list)] = value;
    this.#counts[list] = 1;
    return list;
  }

  count(list: number): number {
    return this.#counts[list] as number;
  }

  add(list: number, value: number): void {
    const count = this.count(list);
    const at = this.#lowerBound(list, value);
    if (at < count && this.#segmentOf(list)[this.#begin(list) + at] === value) return;
    this.#fit(list, count, count + 1);
    const segment = this.#segmentOf(list);
    const begin = this.#begin(list);
    segment.copyWithin(begin + at + 1, begin + at, begin + count);
    segment[begin + at] = value;
    this.#counts[list] = count + 1;
  }

  /** @returns whether the list is empty now; it must not be used again then */
  remove(list: number, value: number): boolean {
    const count = this.count(list);
    const segment = this.#segmentOf(list);
    const begin = this.#begin(list);
    const at = this.#lowerBound(list, value);
    if (at === count || segment[begin + at] !== value) return false;
    segment.copyWithin(begin + at, begin + at + 1, begin + count);
    this.#counts[list] = count - 1;
    if (count === 1) {
      this.#freeBlocks[0]?.push(this.#places[list] as number);
      this.#freeLists.push(list);
      return true;
    }
    this.#fit(list, count, count - 1);
    return false;
  }

  visit(list: number, visit: (value: number) => void): void {
    const segment = this.#segmentOf(list);
    const begin = this.#begin(list);
    const end = begin + this.count(list);
    for (let i = begin; i < end; i++) visit(segment[i] as number);
  }

  #segmentOf(list: number): Uint32Array {
    return this.#segments[(this.#places[list] as number) >>> INDEX_BITS] as Uint32Array;
  }

  #begin(list: number): number {
    return (this.#places[list] as number) & (SEGMENT - 1);
  }

  #lowerBound(list: number, value: number): number {
    const segment = this.#segmentOf(list);
    const begin = this.#begin(list);
    let low = 0;
    let high = this.count(list);
    // Numbers mostly arrive in ascending order.
    if ((segment[begin + high - 1] as number) < value) return high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((segment[begin + middle] as number) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Moves a list to a block of the size for `to` numbers, unless it has one for as many as `from`. */
  #fit(list: number, from: number, to: number): void {
    const [before, after] = [sizeClass(from), sizeClass(to)];
    if (before === after) return;
    const begin = this.#begin(list);
    const numbers = this.#segmentOf(list).subarray(begin, begin + Math.min(from, to));
    this.#freeBlocks[before]?.push(this.#places[list] as number);
    this.#places[list] = this.#takeBlock(after);
    this.#segmentOf(list).set(numbers, this.#begin(list));
  }

  /** @returns its place */
  #takeBlock(size: number): number {
    const free = this.#freeBlocks[size]?.pop();
    if (free !== undefined) return free;
    const numbers = sizeOf(size);
    if (numbers > MOST_SHARED) return this.#addSegment(numbers);
    if (this.#unused + numbers > this.#end) {
      this.#unused = this.#addSegment(SEGMENT);
      this.#end = this.#unused + SEGMENT;
    }
    const place = this.#unused;
    this.#unused += numbers;
    return place;
  }

  #addSegment(numbers: number): number {
    return (this.#segments.push(new Uint32Array(numbers)) - 1) * SEGMENT;
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
