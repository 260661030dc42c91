import DataLoader from 'dataloader';
import type { VersionedDocument } from './documentCache.ts';
import type { DocumentStore } from './documentStore.ts';

/** The documents of one entity for one request, which sees each of them in one version only. */
export class DocumentLoader<Document extends VersionedDocument> {
  readonly #loader: DataLoader<string, Document | null>;

  constructor(store: DocumentStore<Document>) {
    this.#loader = new DataLoader(async (ids) => {
      const documents = await store.current(ids);
      return ids.map((id) => documents.get(id) ?? null);
    });
  }

  /** The document with this lower-case id, or null. */
  load(id: string): Promise<Document | null> {
    return this.#loader.load(id);
  }

  /** The documents with these ids in their order, null where there is none. */
  loadMany(ids: readonly string[]): Promise<(Document | null)[]> {
    return Promise.all(ids.map((id) => this.#loader.load(id)));
  }
}
