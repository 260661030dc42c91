import DataLoader from 'dataloader';
import type { Database } from '../database/database.ts';
import type { DocumentCache, VersionedDocument } from './documentCache.ts';
import { averageSize, type DocumentSource, documentsByIds, versionsByIds } from './documentSource.ts';

type ReadDatabase = Pick<Database, 'read' | 'client' | 'root'>;

interface Key {
  readonly id: string;
  /** The version that a statement of this request has read; undefined when none has. */
  readonly version?: string;
}

/** The documents of one entity for one request: batched, and from the process's cache where it holds the current version. */
export class DocumentLoader<Document extends VersionedDocument> {
  readonly source: DocumentSource<Document>;
  readonly #database: ReadDatabase;
  readonly #cache: DocumentCache | null;
  readonly #loader: DataLoader<Key, Document | null, string>;

  constructor(database: ReadDatabase, source: DocumentSource<Document>, cache: DocumentCache | null) {
    this.source = source;
    this.#database = database;
    this.#cache = cache;
    this.#loader = new DataLoader((keys) => this.#loadBatch(keys), { cacheKeyFn: ({ id }) => id, maxBatchSize: 1000 });
  }

  /** Whether documents come from a cache at all; never inside a transaction, whose versions are not yet final. */
  get caches(): boolean {
    return this.#cache !== null && this.#database.client === this.#database.root;
  }

  /** The document with this lower-case id, or null. */
  load(id: string): Promise<Document | null> {
    return this.#loader.load({ id });
  }

  /** The documents with these ids in their order, null where there is none. */
  loadMany(ids: readonly string[]): Promise<(Document | null)[]> {
    return Promise.all(ids.map((id) => this.#loader.load({ id })));
  }

  /**
   * The documents of entities whose versions have just been read. Each is of that version or, when the entity has changed since,
   * of a newer one; null when it is gone.
   */
  loadKnown(keys: readonly { readonly id: string; readonly version: string }[]): Promise<(Document | null)[]> {
    return Promise.all(keys.map((key) => this.#loader.load(key)));
  }

  /** Parses what documentStatement has read and keeps it for other requests. */
  accept(columns: readonly (string | null)[]): Document[] {
    const documents = this.source.parse(columns);
    if (this.#cache !== null && this.caches) {
      const size = averageSize(columns, documents.length);
      for (const document of documents) this.#cache.set(document, size);
    }
    return documents;
  }

  async #loadBatch(keys: readonly Key[]): Promise<(Document | null)[]> {
    const found = new Map<string, Document>();
    const versions = await this.#currentVersions(keys);
    const missing: string[] = [];
    for (const { id, version } of keys) {
      const current = version ?? versions.get(id);
      const cached = current === undefined || !this.caches ? undefined : this.#cache?.get(id, current);
      if (cached === undefined) missing.push(id);
      else found.set(id, cached as Document);
    }
    if (missing.length > 0) {
      const [row] = await this.#database.read(documentsByIds(this.source, missing));
      for (const document of this.accept(row ?? [])) found.set(document.id, document);
    }
    return keys.map(({ id }) => found.get(id) ?? null);
  }

  /** The versions of what the cache holds in any version: a hit costs one small statement, a miss none but its own. */
  async #currentVersions(keys: readonly Key[]): Promise<ReadonlyMap<string, string>> {
    const cache = this.#cache;
    if (cache === null || !this.caches) return new Map();
    const held = keys.filter(({ id, version }) => version === undefined && cache.versionOf(id) !== undefined);
    if (held.length === 0) return new Map();
    const rows = await this.#database.read(
      versionsByIds(
        this.source,
        held.map(({ id }) => id),
      ),
    );
    return new Map(rows as readonly (readonly [string, string])[]);
  }
}
