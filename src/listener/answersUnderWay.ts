import type { ServerResponse } from 'node:http';

/**
 * The answers that have not ended yet. They have places of an array: a Set that is filled and emptied all the time outgrows one table
 * after the other, and each old one keeps what it held alive until the next full collection.
 */
export class AnswersUnderWay {
  readonly #places: (ServerResponse | null)[] = [];
  readonly #free: number[] = [];

  get count(): number {
    return this.#places.length - this.#free.length;
  }

  /** @returns what to call when it has ended, once */
  add(response: ServerResponse): () => void {
    const place = this.#free.pop() ?? this.#places.length;
    this.#places[place] = response;
    return () => {
      this.#places[place] = null;
      this.#free.push(place);
    };
  }

  *[Symbol.iterator](): Generator<ServerResponse> {
    for (const response of this.#places) if (response !== null) yield response;
  }
}
