import DataLoader from 'dataloader';
import type { Database } from '../../database/database.ts';
import type { EntitySource, VersionedEntity } from './entitySource.ts';
import { EntityStore } from './entityStore.ts';
import type { LoaderSources } from './loaders.ts';

/** The entities of one kind for one request, each in a single version. */
export class EntityLoader<Entity extends VersionedEntity> {
  readonly #store: EntityStore<Entity>;
  readonly #entities: DataLoader<string, Entity | null>;
  #versions: DataLoader<string, string | null> | undefined;

  constructor(store: EntityStore<Entity>) {
    this.#store = store;
    this.#entities = byId((ids) => store.entities(ids));
  }

  /** The entity with this lower-case id, or null. */
  load(id: string): Promise<Entity | null> {
    return this.#entities.load(id);
  }

  /** The entities with these ids in their order, null for unknown ones. */
  loadMany(ids: readonly string[]): Promise<(Entity | null)[]> {
    return Promise.all(ids.map((id) => this.#entities.load(id)));
  }

  /** Only the change version of the entity with this id; null for an unknown one. */
  loadVersion(id: string): Promise<string | null> {
    this.#versions ??= byId((ids) => this.#store.versions(ids));
    return this.#versions.load(id);
  }
}

/** Loads a request's entities from a source; all requests share one store. */
export function entityLoaderOf<Entity extends VersionedEntity>(source: EntitySource<Entity>) {
  const createStore = (database: Database) => new EntityStore(database, source);
  return ({ stores }: LoaderSources) => new EntityLoader(stores.of(createStore));
}

function byId<Value>(read: (ids: readonly string[]) => Promise<ReadonlyMap<string, Value>>) {
  return new DataLoader<string, Value | null>(async (ids) => {
    const found = await read(ids);
    return ids.map((id) => found.get(id) ?? null);
  });
}
