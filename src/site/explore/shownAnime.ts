import type { z } from 'zod';
import type { animeSchema } from '../../rest/anime/animeResource.ts';
import type { episodeSchema } from '../../rest/episode/episodeResource.ts';
import type { facetSchema } from '../../rest/search/facetSchema.ts';
import type { hitSchema, interpretationSchema } from '../../rest/search/interpretationSchema.ts';

/** An anime as /v1 answers it. */
export type ShownAnime = z.output<typeof animeSchema>;

/** An episode, with the anime that it belongs to where that was included. */
export type ShownEpisode = z.output<typeof episodeSchema>;

/** A hit of a search, with the title by which it is found. */
export type ShownHit = z.output<typeof hitSchema>;

/** What is needed of an anime to name it. */
export interface Titled {
  readonly title: string;
  readonly titleLanguage?: string | null | undefined;
  readonly alternativeTitles?: readonly { readonly title: string; readonly language: string | null }[] | undefined;
  readonly titles?: Partial<Record<'native' | 'romaji' | 'english' | 'chinese', string | null>> | undefined;
}

/** A page of a list. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly page: { readonly nextCursor: string | null };
}

/** A page of hits, and the interpretation of the text. */
export interface HitPage extends ListPage<ShownHit> {
  readonly found: number;
  readonly truncated: boolean;
  readonly facets: readonly z.output<typeof facetSchema>[];
  readonly interpretation: z.output<typeof interpretationSchema>;
}
