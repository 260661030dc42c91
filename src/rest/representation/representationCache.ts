import { LRUCache } from 'lru-cache';

/** What a representation is of: an entity in one version, in one life of its database (`GraphContext.incarnation`). */
export interface RepresentationKey {
  readonly incarnation: string;
  /** Lower-case UUID; anime and episodes share none. */
  readonly id: string;
  readonly version: string;
}

interface HeldRepresentation {
  readonly incarnation: string;
  readonly version: string;
  /** The bytes as a string of one byte a character: a Buffer of its own takes 160 bytes more. */
  readonly latin1: string;
}

/** Memory that an entry takes beside its text, as measured with 32,000 to 131,000 of them: 232 to 261 bytes. */
const ENTRY_BYTES = 260;

/**
 * JSON texts of entities, kept between requests as the bytes that answers are made of. One is only used for the very
 * version that the tables name at the time, so nothing stale is shown. The least recently used go first.
 */
export class RepresentationCache {
  readonly #maximumBytes: number;
  /** By id; null keeps nothing. */
  readonly #held: LRUCache<string, HeldRepresentation> | null;
  #hits = 0;
  #misses = 0;

  /** @param maximumBytes how much memory it may take; 0 keeps nothing */
  constructor(maximumBytes: number) {
    this.#maximumBytes = maximumBytes;
    this.#held =
      maximumBytes === 0
        ? null
        : new LRUCache({
            maxSize: maximumBytes,
            sizeCalculation: ({ latin1 }) => latin1.length + ENTRY_BYTES,
          });
  }

  /** A copy of the bytes of exactly this version, or undefined. */
  get({ incarnation, id, version }: RepresentationKey): Buffer | undefined {
    const held = this.#held?.get(id);
    if (held?.version !== version || held.incarnation !== incarnation) {
      this.#misses += 1;
      return undefined;
    }
    this.#hits += 1;
    return Buffer.from(held.latin1, 'latin1');
  }

  /** Keeps the bytes of a version from now on, instead of what was held of the entity. */
  set({ incarnation, id, version }: RepresentationKey, bytes: Buffer): void {
    this.#held?.set(id, { incarnation, version, latin1: bytes.toString('latin1') });
  }

  /** Whether so many more, were they twice as long as what is held, would take the place of nothing. */
  hasRoomFor(count: number): boolean {
    const { entries, bytes } = this.statistics();
    return bytes + (entries === 0 ? 0 : (2 * count * bytes) / entries) < this.#maximumBytes;
  }

  /** Figures since the start, for metrics; `bytes` is the memory that the entries take. */
  statistics(): { readonly hits: number; readonly misses: number; readonly entries: number; readonly bytes: number } {
    const { size = 0, calculatedSize = 0 } = this.#held ?? {};
    return { hits: this.#hits, misses: this.#misses, entries: size, bytes: calculatedSize };
  }
}
