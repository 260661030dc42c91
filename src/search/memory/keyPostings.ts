import { SimilarKeys } from './similarKeys.ts';

/** Neighbouring keys, and by the same place what carries each: its only carrier, as most have but one, or all. */
interface Leaf {
  readonly keys: string[];
  readonly carriers: (number | number[])[];
}

/** A leaf with more keys is split: a key comes and goes by a move within its leaf. */
const MOST_KEYS = 256;
/** Arrays that are shorter have no room for more numbers: pushing to one would make room for 16. */
const FEW = 16;

/**
 * For each key the numbers of what carries it. The keys, none of them empty, lie in UTF-16 order, and those that are
 * found by edits by their likeness, too.
 */
export class KeyPostings {
  readonly #leaves: Leaf[] = [{ keys: [], carriers: [] }];
  readonly #similar = new SimilarKeys();
  readonly #isMistyped: (key: string) => boolean;

  /** @param isMistyped whether a key is found by edits, too */
  constructor(isMistyped: (key: string) => boolean = () => false) {
    this.#isMistyped = isMistyped;
  }

  /** What carries the key is told once. */
  add(key: string, carrier: number): void {
    const at = this.#leafOf(key);
    const { keys, carriers } = this.#leaves[at] as Leaf;
    const place = lowerBound(keys, key);
    const held = carriers[place];
    if (keys[place] !== key) {
      keys.splice(place, 0, key);
      carriers.splice(place, 0, carrier);
      if (keys.length > MOST_KEYS) this.#split(at);
      if (this.#isMistyped(key)) this.#similar.add(key);
    } else if (typeof held === 'number') carriers[place] = [held, carrier];
    else if ((held as number[]).length < FEW) carriers[place] = (held as number[]).concat(carrier);
    else (held as number[]).push(carrier);
  }

  remove(key: string, carrier: number): void {
    const at = this.#leafOf(key);
    const { keys, carriers } = this.#leaves[at] as Leaf;
    const place = lowerBound(keys, key);
    const held = carriers[place];
    if (keys[place] !== key) return;
    if (typeof held === 'object') {
      const others = held.filter((each) => each !== carrier);
      carriers[place] = others.length === 1 ? (others[0] as number) : others;
    } else if (held === carrier) {
      keys.splice(place, 1);
      carriers.splice(place, 1);
      if (keys.length === 0 && this.#leaves.length > 1) this.#leaves.splice(at, 1);
      if (this.#isMistyped(key)) this.#similar.delete(key);
    }
  }

  /** What carries the key. */
  carriersOf(key: string): readonly number[] {
    const { keys, carriers } = this.#leaves[this.#leafOf(key)] as Leaf;
    const place = lowerBound(keys, key);
    const held = keys[place] === key ? (carriers[place] as number | number[]) : [];
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
    const first = this.#leafOf(prefix);
    for (let at = first; at < this.#leaves.length; at++) {
      const { keys, carriers } = this.#leaves[at] as Leaf;
      for (let place = at === first ? lowerBound(keys, prefix) : 0; place < keys.length; place++) {
        if (!(keys[place] as string).startsWith(prefix)) return;
        const held = carriers[place] as number | number[];
        if (typeof held === 'number') visit(held);
        else for (const carrier of held) visit(carrier);
      }
    }
  }

  /** The place of the leaf that has the key, or would have it. */
  #leafOf(key: string): number {
    let low = 1;
    let high = this.#leaves.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (((this.#leaves[middle] as Leaf).keys[0] as string) <= key) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #split(at: number): void {
    const { keys, carriers } = this.#leaves[at] as Leaf;
    const half = keys.length >> 1;
    this.#leaves.splice(
      at,
      1,
      { keys: keys.slice(0, half), carriers: carriers.slice(0, half) },
      { keys: keys.slice(half), carriers: carriers.slice(half) },
    );
  }
}

/** The place of the first key that is not less. */
function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] as string) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
