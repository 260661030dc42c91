/**
 * The distances of growing prefixes of a sorted list's keys to one text, row by row: what neighbours in the list share is computed
 * once, and only cells within `edits` of the diagonal. Distances as in `isWithinEdits`, for keys without surrogates.
 */
export class EditWalk {
  readonly #text: readonly number[];
  readonly #edits: number;
  readonly #width: number;
  /** Row `i` holds the distances of the key's first `i` units to each prefix of the text, `edits + 1` at most. */
  readonly #rows: Uint8Array;
  readonly #minima: Uint8Array;
  #key = '';
  #depth = 0;

  constructor(text: string, edits: number) {
    this.#text = Array.from(text, (character) => character.codePointAt(0) as number);
    this.#edits = edits;
    this.#width = this.#text.length + 1;
    const depths = this.#width + edits + 1;
    this.#rows = new Uint8Array(depths * this.#width).fill(edits + 1);
    this.#minima = new Uint8Array(depths).fill(edits + 1);
    for (let j = 0; j <= Math.min(edits, this.#width - 1); j++) this.#rows[j] = j;
    this.#minima[0] = 0;
  }

  /** Code points of the text. */
  get length(): number {
    return this.#text.length;
  }

  /**
   * Takes the next key of the list.
   * @returns -1 when it is within the edits; else how many of its leading units rule out every key that shares them, or 0
   */
  next(key: string): number {
    const before = this.#key;
    let depth = 0;
    const shared = Math.min(this.#depth, before.length, key.length);
    while (depth < shared && before.charCodeAt(depth) === key.charCodeAt(depth)) depth++;
    this.#key = key;
    const longest = this.#text.length + this.#edits;
    while (depth < key.length) {
      if (depth >= longest) {
        this.#depth = depth;
        return depth + 1;
      }
      this.#fillRow(depth + 1, key);
      depth++;
      const alive = this.#minima[depth] as number;
      if (alive > this.#edits && (this.#minima[depth - 1] as number) >= this.#edits) {
        this.#depth = depth;
        return depth;
      }
    }
    this.#depth = depth;
    const distance = this.#rows[depth * this.#width + this.#text.length] as number;
    return distance <= this.#edits ? -1 : 0;
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
        cost = Math.min(i, over);
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
        if (cost > over) cost = over;
      }
      rows[row + j] = cost;
      if (cost < minimum) minimum = cost;
    }
    this.#minima[i] = minimum;
  }
}
