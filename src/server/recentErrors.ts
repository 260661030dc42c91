const RECENT_MS = 10 * 60_000;
/** Those of single statements say nothing of the database. */
const OF_STATEMENTS = ['conflict', 'data', 'other'];

/** The database's errors by class until ten minutes pass without one: a probe that succeeds now would hide them. */
export class RecentErrors {
  readonly #noted = new Map<string, { count: number; last: number }>();

  note(errorClass: string): void {
    if (OF_STATEMENTS.includes(errorClass)) return;
    const count = this.counts().get(errorClass) ?? 0;
    this.#noted.set(errorClass, { count: count + 1, last: performance.now() });
  }

  counts(): ReadonlyMap<string, number> {
    const oldest = performance.now() - RECENT_MS;
    return new Map([...this.#noted].filter(([, { last }]) => last >= oldest).map(([name, { count }]) => [name, count]));
  }
}
