/** Greater than every UTF-16 unit. */
const NO_UNIT = 0x10000;

/**
 * The distances of a sorted list's keys to one text, row by row: a row for each prefix of the key, of which those that
 * the key shares with the one before are known. Only cells within the edits of the diagonal are computed, and what no
 * key near enough can begin with is jumped over. Distances as in `editDistance`, for keys without surrogates.
 */
export class EditWalk {
  readonly #text: readonly number[];
  readonly #edits: number;
  readonly #width: number;
  /**
   * Row `i` holds the distances of the key's first `i` units to each prefix of
   * the text; `edits + 1` where it is too far.
   */
  readonly #rows: Uint8Array;
  #key = '';
  /** How many rows are those of `#key`, not counting the first. */
  #depth = 0;

  constructor(text: string, edits: number) {
    this.#text = Array.from(text, (character) => character.codePointAt(0) as number);
    this.#edits = edits;
    this.#width = this.#text.length + 1;
    this.#rows = new Uint8Array((this.#width + edits + 1) * this.#width).fill(edits + 1);
    for (let j = 0; j <= Math.min(edits, this.#text.length); j++) this.#rows[j] = j;
  }

  /**
   * Takes the next key of the list.
   * @param found called when it is within the edits
   * @returns where to go on, as `SortedKeys.walk` takes it: the least later text that a key near enough can begin with
   */
  next(key: string, found: () => void): string | undefined {
    let depth = 0;
    while (depth < this.#depth && depth < key.length && key.charCodeAt(depth) === this.#key.charCodeAt(depth)) depth++;
    this.#key = key;
    while (depth < key.length) {
      const next = this.#leastUnit(depth, key.charCodeAt(depth));
      if (next !== key.charCodeAt(depth)) return this.#behind(depth, next);
      depth++;
      this.#fillRow(depth);
    }
    this.#depth = depth;
    if ((this.#rows[depth * this.#width + this.#text.length] as number) <= this.#edits) found();
    return '';
  }

  /**
   * The least text with the key's first `depth` units, or fewer, and then a greater
   * one, that a key near enough can begin with.
   */
  #behind(depth: number, unit: number): string | undefined {
    this.#depth = depth;
    let alike = depth;
    let next = unit;
    while (next === NO_UNIT) {
      if (alike === 0) return undefined;
      alike--;
      next = this.#leastUnit(alike, this.#key.charCodeAt(alike) + 1);
    }
    return this.#key.slice(0, alike) + String.fromCharCode(next);
  }

  /**
   * The least unit not below `least` with which a key near enough can go on behind its
   * first `depth` units; `NO_UNIT` when none can.
   */
  #leastUnit(depth: number, least: number): number {
    const text = this.#text;
    const row = depth * this.#width;
    const last = depth > 0 ? this.#key.charCodeAt(depth - 1) : -1;
    let next = NO_UNIT;
    for (let j = Math.max(0, depth - this.#edits); j <= Math.min(text.length, depth + this.#edits); j++) {
      const cost = this.#rows[row + j] as number;
      // With an edit left any unit may be one too many, or another one.
      if (cost < this.#edits) return least;
      const unit = text[j] ?? NO_UNIT;
      if (cost === this.#edits && unit >= least && unit < next) next = unit;
      // The second of two neighbours that are swapped.
      if (j === 0 || unit !== last || (this.#rows[row - this.#width + j - 1] as number) >= this.#edits) continue;
      const first = text[j - 1] as number;
      if (first >= least && first < next) next = first;
    }
    return next;
  }

  #fillRow(i: number): void {
    const rows = this.#rows;
    const text = this.#text;
    const width = this.#width;
    const over = this.#edits + 1;
    const unit = this.#key.charCodeAt(i - 1);
    const unitBefore = i > 1 ? this.#key.charCodeAt(i - 2) : -1;
    const row = i * width;
    const from = Math.max(0, i - this.#edits);
    const to = Math.min(width - 1, i + this.#edits);
    // Cells beside the band may hold an earlier key's values.
    if (from > 0) rows[row + from - 1] = over;
    if (to + 1 < width) rows[row + to + 1] = over;
    for (let j = from; j <= to; j++) {
      let cost = j === 0 ? i : over;
      if (j > 0) {
        const above = row - width + j;
        const substitution = (rows[above - 1] as number) + (text[j - 1] === unit ? 0 : 1);
        cost = Math.min(substitution, (rows[above] as number) + 1, (rows[row + j - 1] as number) + 1, over);
        if (j > 1 && text[j - 1] === unitBefore && text[j - 2] === unit) {
          cost = Math.min(cost, (rows[above - width - 2] as number) + 1);
        }
      }
      rows[row + j] = cost;
    }
  }
}
