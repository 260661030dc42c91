import type { Database } from '../database/database.ts';
import { Coalescer } from './coalescer.ts';
import type { DocumentCache, VersionedDocument } from './documentCache.ts';
import { averageSize, type DocumentSource, documentsByIds, versionsByIds } from './documentSource.ts';

/** An entity and the version that a statement has just read of it. */
export interface KnownVersion {
  readonly id: string;
  readonly version: string;
}

type ById<Value> = ReadonlyMap<string, Value>;

/**
 * One entity's documents and versions for all requests of the process: read together where requests coincide, and kept in the
 * cache where there is one. Inside a transaction every read is the caller's own and nothing is kept: what it sees is not final.
 */
export class DocumentStore<Document extends VersionedDocument> {
  readonly source: DocumentSource<Document>;
  readonly #database: Pick<Database, 'read' | 'client' | 'root'>;
  readonly #cache: DocumentCache | null;
  readonly #documents = new Coalescer<string, Document>((ids) => this.#readDocuments(ids));
  readonly #versions = new Coalescer<string, string>((ids) => this.#readVersions(ids));

  constructor(
    database: Pick<Database, 'read' | 'client' | 'root'>,
    source: DocumentSource<Document>,
    cache: DocumentCache | null,
  ) {
    this.source = source;
    this.#database = database;
    this.#cache = cache;
  }

  /** Whether documents are kept at all, as far as the caller is concerned. */
  get caches(): boolean {
    return this.#cache !== null && !this.#inTransaction;
  }

  /** The current documents with these ids. */
  async current(ids: readonly string[]): Promise<ById<Document>> {
    const cache = this.#cache;
    // A miss costs one statement, a hit a smaller one.
    const held = cache === null || !this.caches ? [] : ids.filter((id) => cache.versionOf(id) !== undefined);
    if (held.length === 0) return await this.#load(ids);
    const versions = await this.versions(held);
    return await this.#fromCache(ids, (id) => versions.get(id));
  }

  /** The documents of entities in the version given or, where they have changed since, in a newer one. */
  async known(keys: readonly KnownVersion[]): Promise<ById<Document>> {
    const versions = new Map(keys.map(({ id, version }) => [id, version]));
    return await this.#fromCache([...versions.keys()], (id) => versions.get(id));
  }

  /** The change versions of the entities with these ids. */
  versions(ids: readonly string[]): Promise<ById<string>> {
    return this.#inTransaction ? this.#readVersions(ids) : this.#versions.load(ids);
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

  get #inTransaction(): boolean {
    return this.#database.client !== this.#database.root;
  }

  async #fromCache(ids: readonly string[], versionOf: (id: string) => string | undefined): Promise<ById<Document>> {
    const found = new Map<string, Document>();
    const missing: string[] = [];
    for (const id of ids) {
      const version = versionOf(id);
      const cached = version === undefined || !this.caches ? undefined : this.#cache?.get(id, version);
      if (cached === undefined) missing.push(id);
      else found.set(id, cached as Document);
    }
    if (missing.length > 0) for (const [id, document] of await this.#load(missing)) found.set(id, document);
    return found;
  }

  #load(ids: readonly string[]): Promise<ById<Document>> {
    return this.#inTransaction ? this.#readDocuments(ids) : this.#documents.load(ids);
  }

  async #readDocuments(ids: readonly string[]): Promise<ById<Document>> {
    const [columns] = await this.#database.read(documentsByIds(this.source, ids));
    return new Map(this.accept(columns ?? []).map((document) => [document.id, document]));
  }

  async #readVersions(ids: readonly string[]): Promise<ById<string>> {
    const rows = await this.#database.read(versionsByIds(this.source, ids));
    return new Map(rows as readonly (readonly [string, string])[]);
  }
}
