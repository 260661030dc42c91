import sortedBtree from 'sorted-btree';
import { SimilarKeys } from './similarKeys.ts';

/** Arrays that are shorter have no room for more numbers: pushing to one would make room for 16. */
const FEW = 16;
/** Follows every key that begins with the text before it: no key has this noncharacter. */
const LAST = '\uffff';

/**
 * For each key the numbers of what carries it. The keys, none of them empty, lie in UTF-16 order, and those that are
 * found by edits by their likeness, too.
 */
export class KeyPostings {
  /** A key's only carrier, as most have but one, or all. */
  readonly #carriers = new sortedBtree.default<string, number | number[]>(undefined, sortedBtree.simpleComparator);
  readonly #similar = new SimilarKeys();
  readonly #isMistyped: (key: string) => boolean;

  /** @param isMistyped whether a key is found by edits, too */
  constructor(isMistyped: (key: string) => boolean = () => false) {
    this.#isMistyped = isMistyped;
  }

  /** What carries the key is told once. */
  add(key: string, carrier: number): void {
    const held = this.#carriers.get(key);
    if (held === undefined) {
      this.#carriers.set(key, carrier);
      if (this.#isMistyped(key)) this.#similar.add(key);
    } else if (typeof held === 'number') this.#carriers.set(key, [held, carrier]);
    else if (held.length < FEW) this.#carriers.set(key, held.concat(carrier));
    else held.push(carrier);
  }

  remove(key: string, carrier: number): void {
    const held = this.#carriers.get(key);
    if (typeof held === 'object') {
      const others = held.filter((each) => each !== carrier);
      this.#carriers.set(key, others.length === 1 ? (others[0] as number) : others);
    } else if (held === carrier) {
      this.#carriers.delete(key);
      if (this.#isMistyped(key)) this.#similar.delete(key);
    }
  }

  /** What carries the key. */
  carriersOf(key: string): readonly number[] {
    const held = this.#carriers.get(key) ?? [];
    return typeof held === 'number' ? [held] : held;
  }

  /** The carriers of all keys within the edits of `text`, which has no Han or kana and more letters than edits. */
  carriersWithin(edits: 1 | 2, text: string): readonly number[] {
    return this.#similar.within(edits, text).flatMap((key) => this.carriersOf(key));
  }

  /** What has a key that begins with one of these. */
  beginning(prefixes: readonly string[]): ReadonlySet<number> {
    const carriers = new Set<number>();
    for (const prefix of prefixes) this.visitPrefix(prefix, (carrier) => carriers.add(carrier));
    return carriers;
  }

  /** Visits a carrier once for each of its keys that begins so. */
  visitPrefix(prefix: string, visit: (carrier: number) => void): void {
    this.#carriers.forRange(prefix, prefix + LAST, false, (_, held) => {
      if (typeof held === 'number') visit(held);
      else for (const carrier of held) visit(carrier);
    });
  }
}
