import { ENTRY_BYTES, HeldEntries, type RepresentationKey } from './heldEntries.ts';

/** What the bytes may take of the memory, the rest is for the entries: it is spent on what has 340 bytes each. */
const RING_SHARE = 0.875;
/** How many are written anew for the room of one: when everything is used, what comes in must not go through all. */
const MOST_KEPT = 8;

/**
 * JSON texts of entities, kept between requests as the bytes that answers are made of. One is only used for the very version that the
 * tables name at the time, so nothing stale is shown whoever wrote. All bytes lie in one ring, which is written over from its oldest
 * end: what was used meanwhile is written anew (the replacement algorithm "second chance"). Tens of thousands of buffers of their own would cost every answer allocations, and
 * the collector time.
 */
export class RepresentationCache {
  readonly #entries: HeldEntries;
  readonly #ring: Buffer;
  readonly #mostEntries: number;
  /** What has been written, what was left unused at the ring's end included: the place is its remainder. */
  #written = 0;
  #hits = 0;
  #misses = 0;

  /** @param maximumBytes how much memory it may take; 0 keeps nothing */
  constructor(maximumBytes: number) {
    this.#ring = Buffer.allocUnsafeSlow(Math.floor(maximumBytes * RING_SHARE));
    this.#mostEntries = Math.floor((maximumBytes * (1 - RING_SHARE)) / ENTRY_BYTES);
    this.#entries = new HeldEntries(this.#mostEntries);
  }

  /** A copy of the bytes of exactly this version, or undefined. */
  get(key: RepresentationKey): Buffer | undefined {
    const slot = this.#entries.find(key);
    if (slot === undefined) {
      this.#misses += 1;
      return undefined;
    }
    this.#hits += 1;
    this.#entries.use(slot);
    const offset = this.#entries.writtenAt(slot) % this.#ring.length;
    return Buffer.from(this.#ring.subarray(offset, offset + this.#entries.lengthOf(slot)));
  }

  /** Whether it is held; counts as no use. */
  has(key: RepresentationKey): boolean {
    return this.#entries.find(key) !== undefined;
  }

  /** Keeps the bytes of a version from now on. */
  set(key: RepresentationKey, bytes: Buffer): void {
    const { length } = bytes;
    if (length > this.#ring.length || this.#mostEntries === 0) return;
    this.#makeRoom(length);
    bytes.copy(this.#ring, this.#written % this.#ring.length);
    this.#entries.add(key, this.#written, length);
    this.#written += length;
  }

  /** Whether so many more, were they twice as long as what is held, would take the place of nothing. */
  hasRoomFor(count: number): boolean {
    const { size } = this.#entries;
    const bytes = size === 0 ? 0 : (2 * count * this.#written) / size;
    return this.#written + bytes < this.#ring.length && size + count <= this.#mostEntries;
  }

  /** Figures since the start, for metrics. */
  statistics(): { readonly hits: number; readonly misses: number; readonly entries: number; readonly bytes: number } {
    return {
      hits: this.#hits,
      misses: this.#misses,
      entries: this.#entries.size,
      bytes: Math.min(this.#written, this.#ring.length) + this.#entries.size * ENTRY_BYTES,
    };
  }

  /** So that an entry may come in, and its bytes next in the ring. */
  #makeRoom(length: number): void {
    let kept = 0;
    for (;;) {
      const next = this.#placeFor(length);
      const slot = this.#entries.oldest();
      const isFree = slot === undefined || next + length - this.#ring.length <= this.#entries.writtenAt(slot);
      if (slot === undefined || (isFree && !this.#entries.isFull)) {
        this.#written = next;
        return;
      }
      if (kept < MOST_KEPT && this.#entries.isUsed(slot)) {
        this.#keepOldest(slot);
        kept += 1;
      } else this.#entries.removeOldest();
    }
  }

  /** Where the next so many bytes come, in one piece. */
  #placeFor(length: number): number {
    const left = this.#ring.length - (this.#written % this.#ring.length);
    return this.#written + (length > left ? left : 0);
  }

  /** Writes the oldest anew, at most where it lies itself: it ends before the ring does, so there is room for it up to there. */
  #keepOldest(slot: number): void {
    const length = this.#entries.lengthOf(slot);
    const next = this.#placeFor(length);
    const from = this.#entries.writtenAt(slot) % this.#ring.length;
    this.#ring.copyWithin(next % this.#ring.length, from, from + length);
    this.#entries.renewOldest(next);
    this.#written = next + length;
  }
}
