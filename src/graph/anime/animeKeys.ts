import type { TransactionClient } from '../../database/database.ts';
import type { EntityKey } from '../reading/entityFields.ts';
import { type Loaders, sharedLoader } from '../reading/loaders.ts';

/** The key of an anime, and where it was merged. */
export interface AnimeKey extends EntityKey {
  readonly mergedIntoId: string | null;
}

/** Keys of anime by id. */
export const animeKeyLoader = sharedLoader(async (client: TransactionClient, ids) => {
  const rows = await client.anime.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, version: true, mergedIntoId: true },
  });
  return new Map(rows.map((row): [string, AnimeKey] => [row.id, { ...row, version: String(row.version) }]));
});

/** The anime with this id, or the one that it was merged into, also after further merges; null for an unknown id. */
export async function survivorOf(loaders: Loaders, id: string): Promise<AnimeKey | null> {
  const loader = loaders.of(animeKeyLoader);
  const passed = new Set<string>();
  let anime = await loader.load(id);
  // Direct edits could merge two anime into each other.
  while (anime?.mergedIntoId && !passed.has(anime.id)) {
    passed.add(anime.id);
    anime = await loader.load(anime.mergedIntoId);
  }
  return anime?.mergedIntoId ? null : anime;
}
