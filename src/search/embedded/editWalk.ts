/** Behind every key: no key begins with a noncharacter. */
const END_OF_KEYS = '\uFFFF';

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
  #key = '';
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
    this.#key = '';
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
   * @returns true when it is within the edits; else the least key that may be, or undefined for the next in the list
   */
  next(key: string): true | string | undefined {
    const before = this.#key;
    let depth = 0;
    const shared = Math.min(this.#depth, before.length, key.length);
    while (depth < shared && before.charCodeAt(depth) === key.charCodeAt(depth)) depth++;
    this.#key = key;
    while (depth < key.length) {
      depth++;
      this.#fillRow(depth, key);
      if ((this.#minima[depth] as number) > this.#edits && !this.#maySwap(depth, key.charCodeAt(depth - 1))) {
        this.#depth = depth;
        return this.#behind(key, depth);
      }
    }
    this.#depth = depth;
    return (this.#rows[depth * this.#width + this.#text.length] as number) <= this.#edits ? true : undefined;
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

  /** The least text behind a prefix of the key that rules out all keys that share it. */
  #behind(key: string, depth: number): string {
    const unit = key.charCodeAt(depth - 1);
    const text = this.#text;
    const above = (depth - 1) * this.#width;
    const last = depth > 1 ? key.charCodeAt(depth - 2) : -1;
    let least = 0x10000;
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
    if (least < 0x10000) return key.slice(0, depth - 1) + String.fromCharCode(least);
    if (depth === 1) return END_OF_KEYS;
    return key.slice(0, depth - 2) + String.fromCharCode(last + 1);
  }

  #fillRow(i: number, key: string): void {
    const rows = this.#rows;
    const text = this.#text;
    const width = this.#width;
    const over = this.#edits + 1;
    const unit = key.charCodeAt(i - 1);
    const unitBefore = i > 1 ? key.charCodeAt(i - 2) : -1;
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
