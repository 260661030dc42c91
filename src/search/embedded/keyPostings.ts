import { MistypedKeys } from './mistypedKeys.ts';
import { PostingLists } from './postingLists.ts';
import { SortedKeys } from './sortedKeys.ts';

/** For each key the numbers of what carries it. */
export class KeyPostings {
  readonly #lists = new Map<string, number>();
  readonly #postings = new PostingLists();
  readonly #sorted = new SortedKeys();
  readonly #mistyped = new MistypedKeys();
  readonly #isOrdered: (key: string) => boolean;

  /** @param isOrdered whether a key is also found by prefix and by edits */
  constructor(isOrdered: (key: string) => boolean) {
    this.#isOrdered = isOrdered;
  }

  add(key: string, value: number): void {
    const known = this.#lists.get(key);
    if (known !== undefined) {
      this.#postings.add(known, value);
      return;
    }
    const list = this.#postings.create(value);
    this.#lists.set(key, list);
    if (!this.#isOrdered(key)) return;
    this.#sorted.add(key, list);
    this.#mistyped.add(key, list);
  }

  remove(key: string, value: number): void {
    const list = this.#lists.get(key);
    if (list === undefined || !this.#postings.remove(list, value)) return;
    this.#lists.delete(key);
    if (!this.#isOrdered(key)) return;
    this.#sorted.delete(key);
    this.#mistyped.delete(key);
  }

  /** How many values the key has. */
  count(key: string): number {
    const list = this.#lists.get(key);
    return list === undefined ? 0 : this.#postings.count(list);
  }

  visitKey(key: string, visit: (value: number) => void): void {
    const list = this.#lists.get(key);
    if (list !== undefined) this.#postings.visit(list, visit);
  }

  /** Visits a value once for each of its keys that begins so. */
  visitPrefix(prefix: string, visit: (value: number) => void): void {
    this.#sorted.visitPrefix(prefix, (list) => this.#postings.visit(list, visit));
  }

  /** Visits a value once for each of its keys within the edits of `text`; see `MistypedKeys` for which texts. */
  visitWithinEdits(text: string, edits: 1 | 2, visit: (value: number) => void): void {
    this.#mistyped.visitWithinEdits(text, edits, (list) => this.#postings.visit(list, visit));
  }
}
