import type { AnimeEntity } from '../anime/animeEntity.ts';
import type { EpisodeEntity } from '../episode/episodeEntity.ts';

/**
 * Renders an entity as the public interface serves it; an event's data is the resource as GET serves it
 * (docs/contract.md#events). A port, because the graph knows no HTTP; REST's mappings implement it.
 */
export interface PublicResources {
  anime(entity: AnimeEntity): object;
  episode(entity: EpisodeEntity): object;
}
