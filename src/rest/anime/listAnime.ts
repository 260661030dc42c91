import { ANIME_SORTS } from '../../graph/model/vocabulary.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { pageEndpoint } from '../endpoint/pageEndpoint.ts';
import { choiceParameter } from '../parameters/choiceParameter.ts';
import { defaultParameter } from '../parameters/defaultParameter.ts';
import { optionalParameter } from '../parameters/optionalParameter.ts';
import { pageParameters } from '../parameters/pageParameters.ts';
import { animeParameters } from './animeParameters.ts';
import { animeFields, animeResource, animeSchema } from './animeResource.ts';

const parameters = {
  query: {
    ...pageParameters({ unchanged: 'Filters and sort must be unchanged.' }),
    sort: defaultParameter(
      choiceParameter({
        choices: ANIME_SORTS,
        description: 'Order; title.asc is case-sensitive in the C collation. Ties break by ascending identifier.',
      }),
      'id.asc',
    ),
    year: optionalParameter(animeParameters.year),
    season: optionalParameter(animeParameters.season),
    format: optionalParameter(animeParameters.format),
    status: optionalParameter(animeParameters.status),
    genre: optionalParameter(animeParameters.genre),
    studio: optionalParameter(animeParameters.studio),
  },
};

export const listAnime = pageEndpoint({
  path: '/v1/anime',
  operationId: 'ListAnime',
  access: { kind: 'read', scope: 'anime.read' },
  section: 'Catalogue',
  summary: 'List the catalogue',
  description:
    'The catalogue, keyset-paginated. Filters combine with AND. Cursors are bound to filters and sort; concurrent edits can move items between pages, so deduplicate by `id`.',
  parameters,
  document: graphql(
    `
      query ListAnime($filter: AnimeFilter, $sort: AnimeSort!, $first: Int!, $after: String) {
        animeList(filter: $filter, sort: $sort, first: $first, after: $after) {
          nodes { ...AnimeFields }
          pageInfo { hasNextPage endCursor }
          tag
        }
      }
    `,
    [animeFields],
  ),
  stateDocument: graphql(`
    query ListAnimeState($filter: AnimeFilter, $sort: AnimeSort!, $first: Int!, $after: String) {
      animeList(filter: $filter, sort: $sort, first: $first, after: $after) {
        pageInfo { hasNextPage }
        tag
      }
    }
  `),
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
  state: ({ animeList }) => animeList,
  connection: ({ animeList }) => animeList,
  response: { id: 'AnimePage', description: 'A page of the catalogue.', item: animeSchema },
  item: animeResource,
});
