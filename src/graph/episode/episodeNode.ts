import type { EpisodeEntity } from './episodeEntity.ts';

/** What is known of an episode from a page's keys: enough where an operation selects no more. */
type EpisodeKey = Pick<EpisodeEntity, 'id' | 'version'> & { readonly anime?: undefined };

/** What stands behind the graph's Episode: the whole entity, or its key where that suffices for the operation. */
export type EpisodeNode = EpisodeEntity | EpisodeKey;
