import type { AnimeDocument } from './animeDocument.ts';

/** What is known of an anime without its document: enough where an operation selects no more. */
export type AnimeSummary = Pick<AnimeDocument, 'id'> &
  Partial<Pick<AnimeDocument, 'title' | 'format' | 'mergedIntoId'>>;

/** What stands behind the graph's Anime: the whole document, or a summary whose fields suffice for the operation. */
export type AnimeNode = AnimeDocument | AnimeSummary;
