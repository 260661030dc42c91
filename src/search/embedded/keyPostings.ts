import type { ByteBlocks } from './byteBlocks.ts';
import { MistypedKeys } from './mistypedKeys.ts';
import { PostingLists } from './postingLists.ts';
import { SortedKeys } from './sortedKeys.ts';

/** Lists so long are added to most: their keys need not be looked for. */
const FREQUENT = 64;

/** For each key the numbers of what carries it; most keys have one, which stands with the key. */
export class KeyPostings {
  readonly #postings = new PostingLists();
  /** Where the low bit is set the rest is the number of a list, else of what carries the key. */
  readonly #keys: SortedKeys;
  readonly #mistyped: MistypedKeys;
  readonly #isMistyped: (key: string) => boolean;
  /** The lists of frequent keys. */
  readonly #frequent = new Map<string, number>();

  /**
   * @param blocks where the keys are
   * @param isMistyped whether a key is found by edits, too
   */
  constructor(blocks: ByteBlocks, isMistyped: (key: string) => boolean) {
    this.#keys = new SortedKeys(blocks);
    this.#mistyped = new MistypedKeys(blocks);
    this.#isMistyped = isMistyped;
  }

  add(key: string, value: number): void {
    const frequent = this.#frequent.get(key);
    if (frequent !== undefined) {
      this.#postings.add(frequent, value);
      return;
    }
    const alone = value * 2;
    const held = this.#keys.add(key, alone);
    if (held === undefined) {
      if (this.#isMistyped(key)) this.#mistyped.add(key, alone);
    } else if (isList(held)) {
      const list = held >>> 1;
      this.#postings.add(list, value);
      if (this.#postings.count(list) === FREQUENT) this.#frequent.set(key, list);
    } else if (held !== alone) {
      const list = this.#postings.create(held >>> 1);
      this.#postings.add(list, value);
      this.#keys.set(key, list * 2 + 1);
      if (this.#isMistyped(key)) this.#mistyped.set(key, list * 2 + 1);
    }
  }

  remove(key: string, value: number): void {
    const held = this.#keys.get(key);
    if (held === undefined) return;
    if (isList(held)) {
      if (!this.#postings.remove(held >>> 1, value)) return;
      this.#frequent.delete(key);
    } else if (held !== value * 2) return;
    this.#keys.delete(key);
    if (this.#isMistyped(key)) this.#mistyped.delete(key);
  }

  /** How many values the key has. */
  count(key: string): number {
    const held = this.#keys.get(key);
    if (held === undefined) return 0;
    return isList(held) ? this.#postings.count(held >>> 1) : 1;
  }

  visitKey(key: string, visit: (value: number) => void): void {
    const held = this.#keys.get(key);
    if (held !== undefined) this.#visit(held, visit);
  }

  /** Visits a value once for each of its keys that begins so. */
  visitPrefix(prefix: string, visit: (value: number) => void): void {
    this.#keys.visitPrefix(prefix, (held) => this.#visit(held, visit));
  }

  /** Visits a value once for each of its keys within the edits of `text`; see `MistypedKeys` for which texts. */
  visitWithinEdits(text: string, edits: 1 | 2, visit: (value: number) => void): void {
    this.#mistyped.visitWithinEdits(text, edits, (held) => this.#visit(held, visit));
  }

  #visit(held: number, visit: (value: number) => void): void {
    if (isList(held)) this.#postings.visit(held >>> 1, visit);
    else visit(held >>> 1);
  }
}

function isList(held: number): boolean {
  return (held & 1) === 1;
}
