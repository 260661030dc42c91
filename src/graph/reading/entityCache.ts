import { LRUCache } from 'lru-cache';

/** An entity as one statement saw it. */
export interface VersionedEntity {
  /** Canonical id, lower-case UUID. */
  readonly id: string;
  /** The change version that the same statement read. */
  readonly version: string;
}

interface Entry {
  readonly entity: VersionedEntity;
  /** Characters of the JSON text it was parsed from. */
  readonly size: number;
}

/** A parsed object takes roughly this many bytes a character of its JSON text (measured on catalogue entries). */
const BYTES_PER_CHARACTER = 3;

/**
 * Entities kept between requests, bounded by memory, least recently used out first. An entry is only ever used for the
 * change version it was read with, so nothing stale is served whoever wrote; EntityStore empties it after a restore. Entities are shared: treat them as frozen.
 */
export class EntityCache {
  readonly #entries: LRUCache<string, Entry>;
  #hits = 0;
  #misses = 0;

  /** @param maximumBytes about how much memory it may take, in bytes */
  constructor(maximumBytes: number) {
    this.#entries = new LRUCache({
      maxSize: Math.max(1, Math.floor(maximumBytes / BYTES_PER_CHARACTER)),
      sizeCalculation: ({ size }) => Math.max(1, size),
    });
  }

  /** The version held of an entity, whatever it is; counts as no use. */
  versionOf(id: string): string | undefined {
    return this.#entries.peek(id)?.entity.version;
  }

  /** The entity of exactly this version. */
  get(id: string, version: string): VersionedEntity | undefined {
    const entry = this.#entries.get(id);
    if (entry?.entity.version === version) {
      this.#hits += 1;
      return entry.entity;
    }
    this.#misses += 1;
    return undefined;
  }

  /** @param size characters of the entity's JSON text */
  set(entity: VersionedEntity, size: number): void {
    this.#entries.set(entity.id, { entity, size });
  }

  /** The database began another life: versions name other content from now on. */
  clear(): void {
    this.#entries.clear();
  }

  /** Figures since the start, for metrics; `bytes` is an estimate. */
  statistics(): { readonly hits: number; readonly misses: number; readonly entries: number; readonly bytes: number } {
    return {
      hits: this.#hits,
      misses: this.#misses,
      entries: this.#entries.size,
      bytes: this.#entries.calculatedSize * BYTES_PER_CHARACTER,
    };
  }
}
