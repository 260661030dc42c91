import { ENTRY_BYTES, HeldEntries, type RepresentationKey } from './heldEntries.ts';

/** What the bytes may take of the memory, the rest is for the entries: it is spent on what has 340 bytes each. */
const RING_SHARE = 0.875;
/** Less than that, of the ring and of the number of entries, may come in between two uses of an entry that stays. */
const KEPT_SHARE = 0.75;

/**
 * JSON texts of entities, kept between requests as the bytes that answers are made of. One is only used for the very version that the
 * tables name at the time, so nothing stale is shown whoever wrote. All bytes lie in one ring, which is written over from its oldest
 * end: what is used in time is written anew. Tens of thousands of buffers of their own would cost every answer allocations, and
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
    const writtenAt = this.#entries.writtenAt(slot);
    const offset = writtenAt % this.#ring.length;
    const bytes = Buffer.from(this.#ring.subarray(offset, offset + this.#entries.lengthOf(slot)));
    const isOld =
      this.#written - writtenAt > this.#ring.length * KEPT_SHARE ||
      this.#entries.addedAfter(slot) > this.#mostEntries * KEPT_SHARE;
    if (isOld) this.set(key, bytes);
    return bytes;
  }

  /** Whether it is held; counts as no use. */
  has(key: RepresentationKey): boolean {
    return this.#entries.find(key) !== undefined;
  }

  /** Keeps the bytes of a version from now on. */
  set(key: RepresentationKey, bytes: Buffer): void {
    const { length } = bytes;
    if (length > this.#ring.length || this.#mostEntries === 0) return;
    const left = this.#ring.length - (this.#written % this.#ring.length);
    if (length > left) this.#written += left;
    this.#forgetBefore(this.#written + length - this.#ring.length);
    if (this.#entries.isFull) this.#entries.removeOldest();
    bytes.copy(this.#ring, this.#written % this.#ring.length);
    this.#entries.add(key, this.#written, length);
    this.#written += length;
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

  /** What was written before that is written over now. */
  #forgetBefore(written: number): void {
    for (let slot = this.#entries.oldest(); slot !== undefined; slot = this.#entries.oldest()) {
      if (this.#entries.writtenAt(slot) >= written) return;
      this.#entries.removeOldest();
    }
  }
}
