import type { z } from 'zod';
import { animeFilters } from '../../rest/anime/animeFilters.ts';
import type { animeSchema } from '../../rest/anime/animeResource.ts';
import { listAnime } from '../../rest/anime/listAnime.ts';
import type { facetSchema } from '../../rest/search/facetSchema.ts';
import type { hitSchema, interpretationSchema } from '../../rest/search/interpretationSchema.ts';
import { searchAnime } from '../../rest/search/searchAnime.ts';
import type { ExploreRoute } from './exploreRoute.ts';
import type { Listed } from './listed.ts';

interface Hits extends Listed<z.output<typeof hitSchema>> {
  readonly found: number;
  readonly truncated: boolean;
  readonly facets: readonly z.output<typeof facetSchema>[];
  readonly interpretation: z.output<typeof interpretationSchema>;
}

/** `/explore`: search, with what narrows it; without `q`, the list of what passes the filters. */
export const searchRoute: ExploreRoute = {
  path: '/explore',
  query: ['q', ...Object.keys(animeFilters), 'limit', 'after'],
  async render(request, texts) {
    const { searchPage } = await import('./searchPage.tsx');
    if (Object.keys(texts).length === 0) return searchPage({ reader: request.reader, found: null });
    if (texts.q === undefined) {
      const listed = await request.ask<Listed<z.output<typeof animeSchema>>>(listAnime, {
        ...texts,
        sort: 'title.asc',
      });
      return searchPage({ reader: request.reader, found: null, listed });
    }
    const found = await request.ask<Hits>(searchAnime, { ...texts, facets: 'season,genre,studio' });
    return searchPage({ reader: request.reader, found });
  },
  async renderRefusal(request, refusal) {
    const { searchPage } = await import('./searchPage.tsx');
    return searchPage({ reader: request.reader, found: null, refusal });
  },
};
