import { editDistance } from '../../editDistance.ts';
import { countCjk } from '../normaliser/textRuns.ts';
import { EditWalk } from './editWalk.ts';
import { SortedKeys } from './sortedKeys.ts';

const MAX_EDITS = 2;
/** Arrays that are shorter have no room for more numbers: pushing to one would make room for 16. */
const FEW = 16;
const SURROGATE = /[\uD800-\uDFFF]/;

/**
 * For each key the numbers of what carries it, and the order of the keys that are found by prefix and by edits, too.
 */
export class KeyPostings {
  /** The only carrier, as most keys have but one, or all of them. */
  readonly #carriers = new Map<string, number | number[]>();
  /**
   * Keys that a text may be meant for. Texts have no Han or kana and more letters than edits (the plan asks nothing
   * else), so a key with more Han and kana than edits, or with nothing else, is among the others.
   */
  readonly #meant = new SortedKeys();
  readonly #others = new SortedKeys();
  /** Those of the others with characters outside the BMP: the walk goes by UTF-16 units, an edit is a code point. */
  readonly #astral = new Set<string>();
  readonly #isOrdered: (key: string) => boolean;

  /** @param isOrdered whether a key is found by prefix and by edits, too */
  constructor(isOrdered: (key: string) => boolean) {
    this.#isOrdered = isOrdered;
  }

  /** What carries the key is told once. */
  add(key: string, carrier: number): void {
    const held = this.#carriers.get(key);
    if (typeof held === 'number') this.#carriers.set(key, [held, carrier]);
    else if (held === undefined) this.#addKey(key, carrier);
    else if (held.length < FEW) this.#carriers.set(key, held.concat(carrier));
    else held.push(carrier);
  }

  remove(key: string, carrier: number): void {
    const held = this.#carriers.get(key);
    if (typeof held === 'object') {
      const at = held.lastIndexOf(carrier);
      if (at >= 0) held.splice(at, 1);
      if (held.length === 1) this.#carriers.set(key, held[0] as number);
    } else if (held === carrier) {
      this.#carriers.delete(key);
      if (!this.#isOrdered(key)) return;
      this.#orderOf(key).delete(key);
      this.#astral.delete(key);
    }
  }

  /** How many carriers the key has. */
  count(key: string): number {
    const held = this.#carriers.get(key);
    return typeof held === 'object' ? held.length : held === undefined ? 0 : 1;
  }

  visitKey(key: string, visit: (carrier: number) => void): void {
    const held = this.#carriers.get(key);
    if (typeof held === 'object') for (const carrier of held) visit(carrier);
    else if (held !== undefined) visit(held);
  }

  /** Visits a carrier once for each of its keys that begins so. */
  visitPrefix(prefix: string, visit: (carrier: number) => void): void {
    for (const keys of [this.#meant, this.#others]) keys.visitPrefix(prefix, (key) => this.visitKey(key, visit));
  }

  /**
   * Visits a carrier once for each of its keys within the edits of `text`, which has no
   * Han or kana and more letters than edits.
   */
  visitWithinEdits(text: string, edits: 1 | 2, visit: (carrier: number) => void): void {
    const walk = new EditWalk(text, edits);
    this.#meant.walk('', (key) => walk.next(key, () => this.visitKey(key, visit)));
    for (const key of this.#astral) if (editDistance(text, key) <= edits) this.visitKey(key, visit);
  }

  /** Puts the keys in order, step by step, which visits do else when they come to them. */
  *sort(): Iterable<void> {
    yield* this.#meant.sort();
    yield* this.#others.sort();
  }

  #addKey(key: string, carrier: number): void {
    this.#carriers.set(key, carrier);
    if (!this.#isOrdered(key)) return;
    this.#orderOf(key).add(key);
    if (SURROGATE.test(key)) this.#astral.add(key);
  }

  #orderOf(key: string): SortedKeys {
    const cjk = countCjk(key);
    return cjk <= MAX_EDITS && cjk < key.length && !SURROGATE.test(key) ? this.#meant : this.#others;
  }
}
