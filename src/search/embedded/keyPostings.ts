import { MistypedKeys } from './mistypedKeys.ts';
import { PostingLists } from './postingLists.ts';
import { SortedKeys } from './sortedKeys.ts';

/** How a key is found beside whole: by prefix, by edits. */
export type KeyAccess = 'whole' | 'begun' | 'mistyped' | 'begun or mistyped';

/** For each key the numbers of what carries it. */
export class KeyPostings {
  readonly #lists = new Map<string, number>();
  readonly #postings = new PostingLists();
  readonly #sorted = new SortedKeys();
  readonly #mistyped = new MistypedKeys();
  readonly #accessOf: (key: string) => KeyAccess;

  constructor(access: KeyAccess | ((key: string) => KeyAccess)) {
    this.#accessOf = typeof access === 'string' ? () => access : access;
  }

  add(key: string, value: number): void {
    const known = this.#lists.get(key);
    if (known !== undefined) {
      this.#postings.add(known, value);
      return;
    }
    const list = this.#postings.create(value);
    this.#lists.set(key, list);
    const access = this.#accessOf(key);
    if (access.startsWith('begun')) this.#sorted.add(key, list);
    if (access.endsWith('mistyped')) this.#mistyped.add(key, list);
  }

  remove(key: string, value: number): void {
    const list = this.#lists.get(key);
    if (list === undefined || !this.#postings.remove(list, value)) return;
    this.#lists.delete(key);
    const access = this.#accessOf(key);
    if (access.startsWith('begun')) this.#sorted.delete(key);
    if (access.endsWith('mistyped')) this.#mistyped.delete(key);
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
