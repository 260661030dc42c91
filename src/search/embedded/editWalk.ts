import { NEXT_KEY, stepTo } from './sortedKeys.ts';

/** The key is near enough. */
export const WITHIN = -2;

/** No unit is so great. */
const BEHIND_ALL = 0x10000;

/**
 * The distances of growing prefixes of a sorted list's keys to one text, row by row: what neighbours in the list share is computed
 * once, only cells within the edits of the diagonal, and none from which the rest cannot be reached with the edits left. What no key
 * can begin with is jumped over. Distances as in `isWithinEdits`, for keys of one length without surrogates.
 */
export class EditWalk {
  readonly #text: readonly number[];
  readonly #edits: number;
  readonly #width: number;
  /** Row `i` holds the distances of the key's first `i` units to each prefix of the text; `edits + 1` where it is too far. */
  readonly #rows: Uint8Array;
  readonly #minima: Uint8Array;
  /** How much longer the keys are than the text. */
  #longer = 0;
  #keyLength = 0;
  #depth = 0;

  constructor(text: string, edits: number) {
    this.#text = Array.from(text, (character) => character.codePointAt(0) as number);
    this.#edits = edits;
    this.#width = this.#text.length + 1;
    const depths = this.#width + edits + 1;
    this.#rows = new Uint8Array(depths * this.#width).fill(edits + 1);
    this.#minima = new Uint8Array(depths);
  }

  /** Code points of the text. */
  get length(): number {
    return this.#text.length;
  }

  /** Begins with a list of keys that are all so long: at most the edits longer or shorter than the text. */
  begin(keyLength: number): void {
    this.#longer = keyLength - this.#text.length;
    this.#keyLength = keyLength;
    this.#depth = 0;
    this.#minima[0] = this.#edits + 1;
    for (let j = 0; j <= Math.min(this.#edits, this.#width - 1); j++) {
      const cost = this.#within(0, j, j);
      this.#rows[j] = cost;
      this.#minima[0] = Math.min(this.#minima[0], cost);
    }
  }

  /**
   * Takes the next key of the list.
   * @param kept how many of its units are those of the key before
   * @returns `WITHIN` when it is within the edits, else what a walk over `SortedKeys` does next
   */
  next(key: Uint16Array, kept: number): number {
    let depth = Math.min(this.#depth, kept);
    while (depth < this.#keyLength) {
      depth++;
      this.#fillRow(depth, key);
      if ((this.#minima[depth] as number) > this.#edits && !this.#maySwap(depth, key[depth - 1] as number)) {
        this.#depth = depth;
        return this.#behind(key, depth);
      }
    }
    this.#depth = depth;
    return (this.#rows[depth * this.#width + this.#text.length] as number) <= this.#edits ? WITHIN : NEXT_KEY;
  }

  /** The cost of a cell, or too much when the rest of the key and of the text differ in length by more edits than are left. */
  #within(i: number, j: number, cost: number): number {
    return cost + Math.abs(this.#longer - i + j) > this.#edits ? this.#edits + 1 : cost;
  }

  /** Whether the unit at the end of a prefix may be the first of two neighbours that are swapped. */
  #maySwap(depth: number, unit: number): boolean {
    const above = (depth - 1) * this.#width;
    for (let j = Math.max(0, depth - 1 - this.#edits); j + 1 < this.#text.length && j <= depth + this.#edits; j++) {
      if ((this.#rows[above + j] as number) < this.#edits && this.#text[j + 1] === unit) return true;
    }
    return false;
  }

  /** To the least key behind a prefix of this one that rules out all keys that share it. */
  #behind(key: Uint16Array, depth: number): number {
    const unit = key[depth - 1] as number;
    const text = this.#text;
    const above = (depth - 1) * this.#width;
    const last = depth > 1 ? (key[depth - 2] as number) : -1;
    let least = BEHIND_ALL;
    const allow = (code: number | undefined) => {
      if (code !== undefined && code > unit && code < least) least = code;
    };
    for (let j = Math.max(0, depth - 1 - this.#edits); j <= Math.min(text.length, depth - 1 + this.#edits); j++) {
      const cost = this.#rows[above + j] as number;
      if (cost > this.#edits) continue;
      allow(text[j]);
      if (cost === this.#edits) continue;
      allow(text[j + 1]);
      const substituted = j < text.length && this.#within(depth, j + 1, cost + 1) <= this.#edits;
      if (substituted || this.#within(depth, j, cost + 1) <= this.#edits) allow(unit + 1);
    }
    for (let j = 2; depth > 1 && j <= text.length && j <= depth + this.#edits; j++) {
      if (text[j - 1] === last && (this.#rows[above - this.#width + j - 2] as number) < this.#edits) allow(text[j - 2]);
    }
    return least < BEHIND_ALL || depth === 1 ? stepTo(depth - 1, least) : stepTo(depth - 2, last + 1);
  }

  #fillRow(i: number, key: Uint16Array): void {
    const rows = this.#rows;
    const text = this.#text;
    const width = this.#width;
    const over = this.#edits + 1;
    const unit = key[i - 1] as number;
    const unitBefore = i > 1 ? (key[i - 2] as number) : -1;
    const row = i * width;
    const from = Math.max(0, i - this.#edits);
    const to = Math.min(width - 1, i + this.#edits);
    let minimum = over;
    // Cells beside the band may hold an earlier key's values.
    if (from > 0) rows[row + from - 1] = over;
    if (to + 1 < width) rows[row + to + 1] = over;
    for (let j = from; j <= to; j++) {
      let cost: number;
      if (j === 0) {
        cost = i;
      } else {
        const above = row - width + j;
        cost = (rows[above - 1] as number) + (text[j - 1] === unit ? 0 : 1);
        const deletion = (rows[above] as number) + 1;
        if (deletion < cost) cost = deletion;
        const insertion = (rows[row + j - 1] as number) + 1;
        if (insertion < cost) cost = insertion;
        if (j > 1 && text[j - 1] === unitBefore && text[j - 2] === unit) {
          const transposition = (rows[above - width - 2] as number) + 1;
          if (transposition < cost) cost = transposition;
        }
      }
      cost = this.#within(i, j, cost);
      rows[row + j] = cost;
      if (cost < minimum) minimum = cost;
    }
    this.#minima[i] = minimum;
  }
}
