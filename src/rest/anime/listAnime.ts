import { ANIME_SORTS } from '../../graph/model/vocabulary.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { reads } from '../endpoint/access.ts';
import { listEndpoint } from '../endpoint/listEndpoint.ts';
import { pageReading } from '../endpoint/pageReading.ts';
import { choiceParameter } from '../parameters/kinds.ts';
import { optional, withDefault } from '../parameters/parameter.ts';
import { animeLookups } from './animeLookups.ts';
import { animeParameters } from './animeParameters.ts';
import { animeRepresentation } from './animeRepresentation.ts';
import { animeFields, animeSchema } from './animeResource.ts';

const inOrder = pageReading({
  operationId: 'ListAnime',
  parameters: {
    sort: withDefault(
      choiceParameter({
        choices: ANIME_SORTS,
        description: 'Order; title.asc is case-sensitive in the C collation. Ties break by ascending identifier.',
      }),
      'id.asc',
    ),
    year: optional(animeParameters.year),
    season: optional(animeParameters.season),
    format: optional(animeParameters.format),
    status: optional(animeParameters.status),
    genre: optional(animeParameters.genre),
    studio: optional(animeParameters.studio),
  },
  page: { unchanged: 'Filters and sort must be unchanged.' },
  operation: graphql(
    `
      query ListAnime($filter: AnimeFilter, $sort: AnimeSort!, $first: Int!, $after: String) {
        animeList(filter: $filter, sort: $sort, first: $first, after: $after) {
          nodes { ...AnimeFields version }
          pageInfo { hasNextPage endCursor }
          tag
        }
      }
    `,
    [animeFields],
  ),
  variables: ({ sort, year, season, format, status, genre, studio }, page) => ({
    filter: {
      year: year ?? null,
      season: season ?? null,
      format: format ?? null,
      status: status ?? null,
      genre: genre ?? null,
      studio: studio ?? null,
    },
    sort,
    ...page,
  }),
  connection: ({ animeList }) => animeList,
  item: animeRepresentation,
});

export const listAnime = listEndpoint(
  {
    path: '/v1/anime',
    operationId: 'ListAnime',
    access: reads('anime.read'),
    section: 'Catalogue',
    summary: 'List the catalogue',
    description:
      'The catalogue, keyset-paginated. Filters combine with AND. Cursors are bound to filters and sort; concurrent edits can move items between pages, so deduplicate by `id`. `id.asc` is the order for copies: nothing moves in it. With `ids` or `externalId` it is a look-up, which has one page and the member `notFound`.',
    response: { id: 'AnimePage', description: 'A page of the catalogue.', item: animeSchema },
  },
  [...animeLookups, inOrder],
);
