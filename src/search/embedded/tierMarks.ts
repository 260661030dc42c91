const UNMARKED = 255;

/** Fewer marks than one in so many anime are visited one by one. */
const SPARSE = 16;

/**
 * The best tier that each anime reaches in one search. Kept between searches, because clearing what one search touched is cheaper
 * than a new array as long as the catalogue.
 */
export class TierMarks {
  #tiers = new Uint8Array(0);
  readonly #marked: number[] = [];
  #best = UNMARKED;

  /** Forgets all marks and makes room for anime numbers below `capacity`. */
  reset(capacity: number): void {
    if (this.#tiers.length < capacity) {
      this.#tiers = new Uint8Array(capacity + (capacity >> 2)).fill(UNMARKED);
    } else {
      for (const anime of this.#marked) this.#tiers[anime] = UNMARKED;
    }
    this.#marked.length = 0;
    this.#best = UNMARKED;
  }

  mark(anime: number, tier: number): void {
    const before = this.#tiers[anime] as number;
    if (before <= tier) return;
    if (before === UNMARKED) this.#marked.push(anime);
    this.#tiers[anime] = tier;
    if (tier < this.#best) this.#best = tier;
  }

  /** Only for marked anime. */
  tierOf(anime: number): number {
    return this.#tiers[anime] as number;
  }

  /** Visits the marked anime, in no particular order. */
  visit(visit: (anime: number) => void): void {
    if (this.#marked.length * SPARSE < this.#tiers.length) {
      for (const anime of this.#marked) visit(anime);
      return;
    }
    // In the order of their columns, which is quicker when there are many.
    for (let anime = 0; anime < this.#tiers.length; anime++) if (this.#tiers[anime] !== UNMARKED) visit(anime);
  }

  /** Undefined when nothing is marked. */
  get best(): number | undefined {
    return this.#best === UNMARKED ? undefined : this.#best;
  }
}
