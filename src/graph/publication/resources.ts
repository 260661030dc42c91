import type { TransactionClient } from '../../database/database.ts';
import { readIn } from '../../database/reader.ts';
import { type AnimeEntity, animeSource } from '../anime/animeEntity.ts';
import { type EpisodeEntity, episodeSource } from '../episode/episodeEntity.ts';
import { type EntitySource, entitiesByIds, type VersionedEntity } from '../reading/entitySource.ts';

/**
 * Renders an entity as the public interface serves it; an event's data is the resource as GET serves it
 * (docs/contract.md#events). A port, because the graph knows no HTTP; REST's mappings implement it.
 */
export interface PublicResources {
  anime(entity: AnimeEntity): object;
  episode(entity: EpisodeEntity): object;
}

/** The anime with these ids in the transaction, by id. */
export function readAnime(
  client: TransactionClient,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AnimeEntity>> {
  return readEntities(client, animeSource, ids);
}

/** The episodes with these ids in the transaction, by id. */
export function readEpisodes(
  client: TransactionClient,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EpisodeEntity>> {
  return readEntities(client, episodeSource, ids);
}

async function readEntities<Entity extends VersionedEntity>(
  client: TransactionClient,
  source: EntitySource<Entity>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Entity>> {
  if (ids.length === 0) return new Map();
  const [row] = await readIn(client, entitiesByIds(source, ids));
  return new Map(source.parse(row ?? []).map((entity) => [entity.id, entity]));
}
