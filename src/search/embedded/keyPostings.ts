import { isWithinEdits } from './editDistance.ts';
import { EditWalk } from './editWalk.ts';
import { SortedKeys } from './sortedKeys.ts';

const SURROGATE = /[\uD800-\uDFFF]/;

/**
 * For each key the ascending numbers of what carries it. A key with one number, as most have, costs no list.
 */
export class KeyPostings {
  readonly #numbers = new Map<string, number>();
  readonly #postings: (number | number[])[] = [];
  readonly #freeNumbers: number[] = [];
  readonly #sorted: SortedKeys | undefined;
  /** Keys with characters outside the BMP: the edit walk goes by UTF-16 units, an edit is a code point. */
  readonly #astral = new Set<string>();

  /** @param ordered whether keys are also found by prefix and by edits */
  constructor(ordered: boolean) {
    this.#sorted = ordered ? new SortedKeys() : undefined;
  }

  add(key: string, value: number): void {
    const number = this.#numbers.get(key);
    if (number === undefined) {
      this.#addKey(key, value);
      return;
    }
    const posting = this.#postings[number] as number | number[];
    if (typeof posting === 'number') {
      if (posting !== value) this.#postings[number] = posting < value ? [posting, value] : [value, posting];
      return;
    }
    if ((posting.at(-1) as number) < value) {
      posting.push(value);
      return;
    }
    const at = lowerBound(posting, value);
    if (posting[at] !== value) posting.splice(at, 0, value);
  }

  remove(key: string, value: number): void {
    const number = this.#numbers.get(key);
    if (number === undefined) return;
    const posting = this.#postings[number] as number | number[];
    if (typeof posting === 'number') {
      if (posting === value) this.#removeKey(key, number);
      return;
    }
    const at = lowerBound(posting, value);
    if (posting[at] === value) posting.splice(at, 1);
    if (posting.length === 1) this.#postings[number] = posting[0] as number;
  }

  /** How many values the key has. */
  count(key: string): number {
    const number = this.#numbers.get(key);
    if (number === undefined) return 0;
    const posting = this.#postings[number] as number | number[];
    return typeof posting === 'number' ? 1 : posting.length;
  }

  visitKey(key: string, visit: (value: number) => void): void {
    const number = this.#numbers.get(key);
    if (number !== undefined) this.#visitPosting(number, visit);
  }

  /** Visits a value once for each of its keys that begins so. */
  visitPrefix(prefix: string, visit: (value: number) => void): void {
    this.#sorted?.visitPrefix(prefix, (number) => this.#visitPosting(number, visit));
  }

  /** Visits a value once for each of its keys within the edits of `text`. */
  visitWithinEdits(text: string, edits: number, visit: (value: number) => void): void {
    const walk = new EditWalk(text, edits);
    const astral = this.#astral;
    this.#sorted?.walk((key, number) => {
      const step = walk.next(key);
      if (step !== -1) return step;
      if (astral.size === 0 || !astral.has(key)) this.#visitPosting(number, visit);
      return 0;
    });
    for (const key of astral) {
      if (isWithinEdits(text, key, edits)) this.#visitPosting(this.#numbers.get(key) as number, visit);
    }
  }

  #visitPosting(number: number, visit: (value: number) => void): void {
    const posting = this.#postings[number] as number | number[];
    if (typeof posting === 'number') visit(posting);
    else for (let i = 0; i < posting.length; i++) visit(posting[i] as number);
  }

  #addKey(key: string, value: number): void {
    const number = this.#freeNumbers.pop() ?? this.#postings.length;
    this.#numbers.set(key, number);
    this.#postings[number] = value;
    this.#sorted?.add(key, number);
    if (this.#sorted !== undefined && SURROGATE.test(key)) this.#astral.add(key);
  }

  #removeKey(key: string, number: number): void {
    this.#numbers.delete(key);
    this.#freeNumbers.push(number);
    this.#sorted?.delete(key);
    this.#astral.delete(key);
  }
}

function lowerBound(values: readonly number[], value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
