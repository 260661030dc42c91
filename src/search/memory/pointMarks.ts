/**
 * A small number for each anime or text: the most points that it gets in one search, every clause being worth some.
 * Kept between searches, because clearing what one search touched is cheaper than a new array as long as the catalogue.
 */
export class PointMarks {
  #points = new Uint16Array(0);
  readonly #marked: number[] = [];

  /** Forgets all marks and makes room for anime numbers below `capacity`. */
  reset(capacity: number): void {
    if (this.#points.length < capacity) {
      this.#points = new Uint16Array(capacity + (capacity >> 2));
    } else {
      for (const anime of this.#marked) this.#points[anime] = 0;
    }
    this.#marked.length = 0;
  }

  mark(anime: number, points: number): void {
    const before = this.#points[anime] as number;
    if (before >= points) return;
    if (before === 0) this.#marked.push(anime);
    this.#points[anime] = points;
  }

  /** Adds to the points of an anime that has some. */
  lift(anime: number, points: number): void {
    if (this.#points[anime] !== 0) (this.#points[anime] as number) += points;
  }

  /** 0 for an anime without a mark. */
  pointsOf(anime: number): number {
    return this.#points[anime] as number;
  }

  /** Visits the marked anime, in no particular order. */
  visit(visit: (anime: number) => void): void {
    for (const anime of this.#marked) visit(anime);
  }
}
