/** How much a single page counts beside all before it. */
const WEIGHT = 0.1;

/** Which share of what was shown of late was held; the last dozen pages or so decide. */
export class HeldShare {
  #share = 0;

  /** Above a half two reads, of keys and of what is missing, cost less than one of everything. */
  get isMost(): boolean {
    return this.#share > 0.5;
  }

  note(held: number, shown: number): void {
    if (shown > 0) this.#share += (held / shown - this.#share) * WEIGHT;
  }
}
