const UNMARKED = 255;

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

  get marked(): readonly number[] {
    return this.#marked;
  }

  /** Undefined when nothing is marked. */
  get best(): number | undefined {
    return this.#best === UNMARKED ? undefined : this.#best;
  }
}
