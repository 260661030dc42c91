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

  /** How many carriers the key has. */
  count(key: string): number {
    const held = this.#carriersOf(key);
    return typeof held === 'object' ? held.length : held === undefined ? 0 : 1;
  }

  visitKey(key: string, visit: (carrier: number) => void): void {
    visitAll(this.#carriersOf(key), visit);
  }

  /** Visits a carrier once for each of its keys that begins so. */
  visitPrefix(prefix: string, visit: (carrier: number) => void): void {
    const first = this.#leafOf(prefix);
    for (let at = first; at < this.#leaves.length; at++) {
      const { keys, carriers } = this.#leaves[at] as Leaf;
      for (let place = at === first ? lowerBound(keys, prefix) : 0; place < keys.length; place++) {
        if (!(keys[place] as string).startsWith(prefix)) return;
        visitAll(carriers[place], visit);
      }
    }
  }

  /**
   * Visits a carrier once for each of its keys within the edits of `text`, which has no
   * Han or kana and more letters than edits.
   */
  visitWithinEdits(text: string, edits: 1 | 2, visit: (carrier: number) => void): void {
    this.#similar.visit(text, edits, (key) => this.visitKey(key, visit));
  }

  #carriersOf(key: string): number | number[] | undefined {
    const { keys, carriers } = this.#leaves[this.#leafOf(key)] as Leaf;
    const place = lowerBound(keys, key);
    return keys[place] === key ? carriers[place] : undefined;
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

function visitAll(carriers: number | number[] | undefined, visit: (carrier: number) => void): void {
  if (typeof carriers === 'object') for (const carrier of carriers) visit(carrier);
  else if (carriers !== undefined) visit(carriers);
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
