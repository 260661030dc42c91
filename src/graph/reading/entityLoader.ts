import DataLoader from 'dataloader';
import type { VersionedEntity } from './entitySource.ts';
import type { EntityStore } from './entityStore.ts';

/** The entities of one entity for one request, which sees each of them in one version only. */
export class EntityLoader<Entity extends VersionedEntity> {
  readonly #loader: DataLoader<string, Entity | null>;

  constructor(store: EntityStore<Entity>) {
    this.#loader = new DataLoader(async (ids) => {
      const entities = await store.entities(ids);
      return ids.map((id) => entities.get(id) ?? null);
    });
  }

  /** The entity with this lower-case id, or null. */
  load(id: string): Promise<Entity | null> {
    return this.#loader.load(id);
  }

  /** The entities with these ids in their order, null where there is none. */
  loadMany(ids: readonly string[]): Promise<(Entity | null)[]> {
    return Promise.all(ids.map((id) => this.#loader.load(id)));
  }
}
