import { CatalogError } from '../graph/model/errors.ts';

/** Time of one operation's resolvers: at a stretch, before others have their turn; and in all, from its arrival on. */
const LONGEST = { stretchMs: 20, queryMs: 10_000 } as const;

/** The work of one operation, so that no tool's query holds up the process, or continues when nobody waits for it. */
export class Work {
  readonly #client: AbortSignal;
  readonly #clock: () => number;
  readonly #began: number;
  #stretchBegan: number;
  #isFresh = true;
  #nextStretch: Promise<void> | null = null;

  /** @param client is aborted when the client has left */
  constructor(client: AbortSignal, clock = () => performance.now()) {
    this.#client = client;
    this.#clock = clock;
    this.#began = clock();
    this.#stretchBegan = this.#began;
  }

  /**
   * Runs a resolver: at once, or when the event loop has served others.
   * @param canStop whether the operation may end halfway, which a mutation must not
   * @returns what it resolves to. It rejects with a CatalogError invalid_request when the operation has taken too long,
   *   or its client has left: where one item of a list throws, graphql-js forgets those that wait, and their
   *   rejections would end the process.
   */
  run(canStop: boolean, resolve: () => unknown): unknown {
    const fault = canStop ? this.#fault() : null;
    if (fault !== null) return Promise.reject(fault);
    return this.#isLong() ? this.#wait(canStop, resolve) : resolve();
  }

  /** Of thousands that wait only as many resolve as a stretch has time for, but always one. */
  async #wait(canStop: boolean, resolve: () => unknown): Promise<unknown> {
    do {
      this.#nextStretch ??= new Promise((begin) => setImmediate(() => begin(this.#beginStretch())));
      await this.#nextStretch;
      const fault = canStop ? this.#fault() : null;
      if (fault !== null) throw fault;
    } while (this.#isLong());
    return resolve();
  }

  #beginStretch(): void {
    this.#nextStretch = null;
    this.#stretchBegan = this.#clock();
    this.#isFresh = true;
  }

  #isLong(): boolean {
    const isFresh = this.#isFresh;
    this.#isFresh = false;
    return !isFresh && this.#clock() - this.#stretchBegan >= LONGEST.stretchMs;
  }

  #fault(): CatalogError | null {
    if (this.#client.aborted) return new CatalogError('invalid_request', 'The client has left.');
    if (this.#clock() - this.#began < LONGEST.queryMs) return null;
    return new CatalogError(
      'invalid_request',
      `The query took longer than ${LONGEST.queryMs / 1000} seconds, the database's included: ask for fewer fields, smaller pages or fewer ids.`,
    );
  }
}
