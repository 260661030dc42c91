const RECENT_MS = 10 * 60_000;
/** Beyond them the number is a lower bound. */
const MOST_KEPT = 1_000;
/** Those of single statements say nothing of the database. */
const OF_STATEMENTS = ['conflict', 'data', 'other'];

/** Errors of the database in the last ten minutes, by class: what a probe that succeeds now says nothing about. */
export class RecentErrors {
  #noted: { readonly errorClass: string; readonly at: number }[] = [];

  note(errorClass: string): void {
    if (OF_STATEMENTS.includes(errorClass)) return;
    if (this.#noted.length >= MOST_KEPT) this.#noted.shift();
    this.#noted.push({ errorClass, at: performance.now() });
  }

  counts(): ReadonlyMap<string, number> {
    const oldest = performance.now() - RECENT_MS;
    this.#noted = this.#noted.filter(({ at }) => at >= oldest);
    const counts = new Map<string, number>();
    for (const { errorClass } of this.#noted) counts.set(errorClass, (counts.get(errorClass) ?? 0) + 1);
    return counts;
  }
}
