import { graphql } from '../../graph/schema/operation.ts';
import { pageEndpoint } from '../endpoint/pageEndpoint.ts';
import { dateWindowSchema } from '../endpoint/windowSchemas.ts';
import { optionalParameter } from '../parameters/optionalParameter.ts';
import { pageParameters } from '../parameters/pageParameters.ts';
import { dateWindowParameters } from '../parameters/windowParameters.ts';
import { premiereWindow } from '../windows.ts';
import { animeParameters } from './animeParameters.ts';
import { animeFields, animeResource, animeSchema } from './animeResource.ts';

export const listAnimePremieres = pageEndpoint({
  path: '/v1/anime/premieres',
  operationId: 'ListAnimePremieres',
  access: { kind: 'read', scope: 'anime.read' },
  section: 'Catalogue',
  summary: 'List premieres',
  description:
    'Anime with a known start date in a window of dates, the newest date first; by default the last seven UTC dates and today. A catalog premiere date does not confirm broadcast or regional streaming availability. Use `status=airing` for recently premiering anime marked airing, and a future window for announced premieres. Cursors retain the initial default window; edits can move entries, so deduplicate by `id`.',
  parameters: {
    query: {
      ...dateWindowParameters('8 dates'),
      animeId: optionalParameter(animeParameters.animeId),
      format: optionalParameter(animeParameters.format),
      status: optionalParameter(animeParameters.status),
      ...pageParameters({ unchanged: 'Filters and explicit bounds must be unchanged.' }),
    },
  },
  window: {
    schema: dateWindowSchema,
    initial: premiereWindow,
    versions: ({ from, to }) => [from, to],
  },
  document: graphql(
    `
      query ListAnimePremieres(
        $from: Date!, $to: Date!, $animeId: UUID, $format: AnimeFormat, $status: AnimeStatus, $first: Int!, $after: String
      ) {
        premieres(
          from: $from, to: $to, animeId: $animeId, format: $format, status: $status, first: $first, after: $after
        ) {
          nodes { ...AnimeFields }
          pageInfo { hasNextPage endCursor }
          tag
        }
      }
    `,
    [animeFields],
  ),
  stateDocument: graphql(`
    query ListAnimePremieresState(
      $from: Date!, $to: Date!, $animeId: UUID, $format: AnimeFormat, $status: AnimeStatus, $first: Int!, $after: String
    ) {
      premieres(
        from: $from, to: $to, animeId: $animeId, format: $format, status: $status, first: $first, after: $after
      ) {
        pageInfo { hasNextPage }
        tag
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
  state: ({ premieres }) => premieres,
  connection: ({ premieres }) => premieres,
  response: { id: 'PremierePage', description: 'A page of premieres with its window.', item: animeSchema },
  item: animeResource,
});
