import DataLoader from 'dataloader';
import type { VersionedEntity } from './entitySource.ts';
import type { EntityStore } from './entityStore.ts';

export type VersionLoader = DataLoader<string, string | null>;

/** Loads change versions by id without anything else; null where there is no such entity. */
export function createVersionLoader(store: Pick<EntityStore<VersionedEntity>, 'versions'>): VersionLoader {
  return new DataLoader(async (ids) => {
    const versions = await store.versions(ids);
    return ids.map((id) => versions.get(id) ?? null);
  });
}
