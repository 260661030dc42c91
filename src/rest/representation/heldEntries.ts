import { readUuid, UUID_WORDS } from './uuidWords.ts';

/** What a representation is of: an entity in one version, in one life of its database (`GraphContext.incarnation`). */
export interface RepresentationKey {
  readonly incarnation: string;
  /** Lower-case UUID; anime and episodes share none. */
  readonly id: string;
  /** A whole number. */
  readonly version: string;
}

/** Memory that an entry takes: its words, where it was written, its length, whether it was used, the next of its bucket and its share of the buckets. */
export const ENTRY_BYTES = 49;

/** Words of an entry: those of its id, its version in two, its incarnation's number, which is 0 once it is forgotten. */
const WORDS = UUID_WORDS + 3;
const VERSION = UUID_WORDS;
const INCARNATION = UUID_WORDS + 2;
const WORD = 2 ** 32;

/**
 * What is known of held bytes but the bytes, found by key and forgotten in the order it came in. A chained hash table in typed arrays:
 * as objects in a Map 96,000 entries took 40 MB, and the collector visited each.
 */
export class HeldEntries {
  readonly #capacity: number;
  /** Heads of the buckets and what follows each entry: its slot and one, 0 ends. */
  readonly #heads: Uint32Array;
  readonly #next: Uint32Array;
  readonly #words: Uint32Array;
  readonly #writtenAt: Float64Array;
  readonly #lengths: Uint32Array;
  readonly #used: Uint8Array;
  readonly #incarnations = new Map<string, number>();
  /** The id that is looked for. */
  readonly #id = new Uint32Array(UUID_WORDS);
  /** The words of what comes in. */
  readonly #entry = new Uint32Array(WORDS);
  /** Entries that came in so far, and how many of them have gone. */
  #added = 0;
  #gone = 0;
  #size = 0;

  /** @param capacity how many there may be, those that were replaced included until they are the oldest */
  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#heads = new Uint32Array(capacity);
    this.#next = new Uint32Array(capacity);
    this.#words = new Uint32Array(capacity * WORDS);
    this.#writtenAt = new Float64Array(capacity);
    this.#lengths = new Uint32Array(capacity);
    this.#used = new Uint8Array(capacity);
  }

  /** How many can be found. */
  get size(): number {
    return this.#size;
  }

  get isFull(): boolean {
    return this.#added - this.#gone >= this.#capacity;
  }

  /** The slot of exactly this version, or undefined. */
  find({ incarnation, id, version }: RepresentationKey): number | undefined {
    if (!readUuid(id, this.#id)) return undefined;
    const slot = this.#slotOfId();
    if (slot === undefined) return undefined;
    const at = slot * WORDS;
    const held = (this.#words[at + VERSION] ?? 0) * WORD + (this.#words[at + VERSION + 1] ?? 0);
    const isRight = held === Number(version) && this.#words[at + INCARNATION] === this.#incarnations.get(incarnation);
    return isRight ? slot : undefined;
  }

  /** How much had been written before it. */
  writtenAt(slot: number): number {
    return this.#writtenAt[slot] ?? 0;
  }

  lengthOf(slot: number): number {
    return this.#lengths[slot] ?? 0;
  }

  /** Notes that it was asked for. */
  use(slot: number): void {
    this.#used[slot] = 1;
  }

  /** Whether it was asked for since it came in or was renewed. */
  isUsed(slot: number): boolean {
    return this.#used[slot] === 1;
  }

  /** Instead of what was known of the entity. A key that is none is not kept. Only where it is not full. */
  add({ incarnation, id, version }: RepresentationKey, writtenAt: number, length: number): void {
    const number = Number(version);
    if (!readUuid(id, this.#id) || !Number.isSafeInteger(number) || number < 0) return;
    const known = this.#slotOfId();
    if (known !== undefined) this.#forget(known);
    const entry = this.#entry;
    entry.set(this.#id);
    entry[VERSION] = Math.floor(number / WORD);
    entry[VERSION + 1] = number % WORD;
    entry[INCARNATION] = this.#numberOf(incarnation);
    this.#addEntry(writtenAt, length);
  }

  /** The slot of what came in first of those that can be found, or undefined; what has been replaced before it is gone then. */
  oldest(): number | undefined {
    while (this.#gone < this.#added) {
      const slot = this.#gone % this.#capacity;
      if (this.#words[slot * WORDS + INCARNATION] !== 0) return slot;
      this.#gone += 1;
    }
    return undefined;
  }

  /** What came in first comes in anew, unused. */
  renewOldest(writtenAt: number): void {
    const slot = this.oldest();
    if (slot === undefined) return;
    this.#entry.set(this.#words.subarray(slot * WORDS, (slot + 1) * WORDS));
    const length = this.lengthOf(slot);
    this.removeOldest();
    this.#addEntry(writtenAt, length);
  }

  /** Forgets what came in first. */
  removeOldest(): void {
    const slot = this.oldest();
    if (slot === undefined) return;
    this.#forget(slot);
    this.#gone += 1;
  }

  /** Adds `#entry`. */
  #addEntry(writtenAt: number, length: number): void {
    const slot = this.#added % this.#capacity;
    const at = slot * WORDS;
    this.#words.set(this.#entry, at);
    this.#writtenAt[slot] = writtenAt;
    this.#lengths[slot] = length;
    this.#used[slot] = 0;
    const bucket = this.#bucketAt(at, this.#words);
    this.#next[slot] = this.#heads[bucket] ?? 0;
    this.#heads[bucket] = slot + 1;
    this.#added += 1;
    this.#size += 1;
  }

  #forget(slot: number): void {
    const at = slot * WORDS;
    const bucket = this.#bucketAt(at, this.#words);
    let before: number | undefined;
    let link = this.#heads[bucket] ?? 0;
    while (link !== slot + 1) {
      before = link - 1;
      link = this.#next[before] ?? 0;
    }
    const after = this.#next[slot] ?? 0;
    if (before === undefined) this.#heads[bucket] = after;
    else this.#next[before] = after;
    this.#words[at + INCARNATION] = 0;
    this.#size -= 1;
  }

  #slotOfId(): number | undefined {
    for (let link = this.#heads[this.#bucketAt(0, this.#id)] ?? 0; link !== 0; link = this.#next[link - 1] ?? 0) {
      if (this.#hasId(link - 1)) return link - 1;
    }
    return undefined;
  }

  #hasId(slot: number): boolean {
    for (let word = UUID_WORDS - 1; word >= 0; word -= 1) {
      if (this.#words[slot * WORDS + word] !== this.#id[word]) return false;
    }
    return true;
  }

  /** Of the id whose words begin there: its last 64 bits are as good as random, whatever kind of UUID it is. */
  #bucketAt(at: number, words: Uint32Array): number {
    return (((words[at + 2] ?? 0) ^ Math.imul(words[at + 3] ?? 0, 0x9e3779b1)) >>> 0) % this.#capacity;
  }

  #numberOf(incarnation: string): number {
    const number = this.#incarnations.get(incarnation) ?? this.#incarnations.size + 1;
    this.#incarnations.set(incarnation, number);
    return number;
  }
}
