/** Subscriptions that may have something due, in the order in which they were last served: so none is passed over for another. */
export class Rotation {
  readonly #waiting = new Set<string>();

  get size(): number {
    return this.#waiting.size;
  }

  add(subscription: string): void {
    this.#waiting.add(subscription);
  }

  /** Takes out the first that pass, at most so many. */
  take(most: number, passes: (subscription: string) => boolean): string[] {
    const taken: string[] = [];
    for (const subscription of this.#waiting) {
      if (taken.length >= most) break;
      if (passes(subscription)) taken.push(subscription);
    }
    for (const subscription of taken) this.#waiting.delete(subscription);
    return taken;
  }
}
