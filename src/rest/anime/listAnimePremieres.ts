import { graphql } from '../../graph/schema/operation.ts';
import { reads } from '../endpoint/access.ts';
import { pageEndpoint } from '../endpoint/pageReading.ts';
import { dateWindowParameters, dateWindowSchema, premiereWindow } from '../parameters/window.ts';
import { animeFilters, ofAnime } from './animeParameters.ts';
import { animeRepresentation } from './animeRepresentation.ts';

export const listAnimePremieres = pageEndpoint({
  path: '/v1/anime/premieres',
  operationId: 'ListAnimePremieres',
  access: reads('anime.read'),
  section: 'Catalogue',
  summary: 'List premieres',
  description:
    'Anime with a known start date in a window of dates, the newest date first; by default the last seven UTC dates and today. A catalog premiere date does not confirm broadcast or regional streaming availability. Use `status=airing` for recently premiering anime marked airing, and a future window for announced premieres. Cursors retain the initial default window; edits can move entries, so deduplicate by `id`.',
  parameters: {
    ...dateWindowParameters('8 dates'),
    animeId: ofAnime,
    format: animeFilters.format,
    status: animeFilters.status,
  },
  page: { unchanged: 'Filters and explicit bounds must be unchanged.' },
  window: {
    schema: dateWindowSchema,
    initial: premiereWindow,
  },
  operation: graphql(`
    query ListAnimePremieres(
      $from: Date!, $to: Date!, $animeId: UUID, $format: [AnimeFormat!], $status: [AnimeStatus!], $first: Int!, $after: String
    ) {
      premieres(
        from: $from, to: $to, animeId: $animeId, format: $format, status: $status, first: $first, after: $after
      ) {
        nodes { id version }
        pageInfo { hasNextPage endCursor }
      }
    }
  `),
  variables: ({ animeId, format, status }, page, { from, to }) => ({
    from,
    to,
    animeId: animeId ?? null,
    format: format ?? null,
    status: status ?? null,
    ...page,
  }),
  list: ({ premieres }) => premieres,
  response: { id: 'PremierePage', description: 'A page of premieres with its window.' },
  item: animeRepresentation,
});
