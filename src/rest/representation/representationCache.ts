import { LRUCache } from 'lru-cache';

/** What a representation is of: an entity in one version, in one life of its database (`GraphContext.incarnation`). */
export interface RepresentationKey {
  readonly incarnation: string;
  /** Lower-case UUID; anime and episodes share none. */
  readonly id: string;
  readonly version: string;
}

interface Entry extends RepresentationKey {
  readonly bytes: Buffer;
}

/** What an entry takes beside its bytes: key, list, buffer and allocation (measured with 60,000 entries on Node 20). */
const ENTRY_BYTES = 600;

/**
 * JSON texts of entities, kept between requests as the bytes that answers are made of; the least recently used go first. One is only
 * used for the very version that the tables name at the time, so nothing stale is shown whoever wrote.
 */
export class RepresentationCache {
  readonly #entries: LRUCache<string, Entry> | null;
  #hits = 0;
  #misses = 0;

  /** @param maximumBytes how much memory it may take; 0 keeps nothing */
  constructor(maximumBytes: number) {
    this.#entries =
      maximumBytes < ENTRY_BYTES
        ? null
        : new LRUCache({ maxSize: maximumBytes, sizeCalculation: ({ bytes }) => bytes.length + ENTRY_BYTES });
  }

  /** The bytes of exactly this version, or undefined. */
  get(key: RepresentationKey): Buffer | undefined {
    const entry = this.#entries?.get(key.id);
    if (entry !== undefined && isOf(entry, key)) {
      this.#hits += 1;
      return entry.bytes;
    }
    this.#misses += 1;
    return undefined;
  }

  /** Whether it is held; counts as no use. */
  has(key: RepresentationKey): boolean {
    const entry = this.#entries?.peek(key.id);
    return entry !== undefined && isOf(entry, key);
  }

  /** @returns the bytes of the text, kept from now on */
  set({ incarnation, id, version }: RepresentationKey, json: string): Buffer {
    if (this.#entries === null) return Buffer.from(json);
    // Not from Node's pool, of which one small piece would hold 8 kB.
    const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(json));
    bytes.write(json);
    this.#entries.set(id, { incarnation, id, version, bytes });
    return bytes;
  }

  /** Figures since the start, for metrics. */
  statistics(): { readonly hits: number; readonly misses: number; readonly entries: number; readonly bytes: number } {
    return {
      hits: this.#hits,
      misses: this.#misses,
      entries: this.#entries?.size ?? 0,
      bytes: this.#entries?.calculatedSize ?? 0,
    };
  }
}

function isOf(entry: Entry, { incarnation, version }: RepresentationKey): boolean {
  return entry.version === version && entry.incarnation === incarnation;
}
