import type { AnimeEntity } from './animeEntity.ts';

/** What is known of an anime without its entity: enough where an operation selects no more. */
export type AnimeSummary = Pick<AnimeEntity, 'id'> &
  Partial<Pick<AnimeEntity, 'version' | 'title' | 'format' | 'mergedIntoId'>>;

/** What stands behind the graph's Anime: the whole entity, or a summary whose fields suffice for the operation. */
export type AnimeNode = AnimeEntity | AnimeSummary;
