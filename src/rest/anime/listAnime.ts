import { ANIME_SORTS } from '../../graph/model/vocabulary.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { reads } from '../endpoint/access.ts';
import { listEndpoint } from '../endpoint/listEndpoint.ts';
import { pageReading } from '../endpoint/pageReading.ts';
import { choiceParameter } from '../parameters/kinds.ts';
import { withDefault } from '../parameters/parameter.ts';
import { animeChanges } from './animeChanges.ts';
import { animeFilter, animeFilters } from './animeFilters.ts';
import { animeLookups } from './animeLookups.ts';
import { animeRepresentation } from './animeRepresentation.ts';
import { animeSchema } from './animeResource.ts';

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
    ...animeFilters,
  },
  page: { unchanged: 'Filters and sort must be unchanged.' },
  operation: graphql(`
    query ListAnime($filter: AnimeFilter, $sort: AnimeSort!, $first: Int!, $after: String) {
      animeList(filter: $filter, sort: $sort, first: $first, after: $after) {
        nodes { id version }
        pageInfo { hasNextPage endCursor }
      }
    }
  `),
  variables: ({ sort, ...filters }, page) => ({ filter: animeFilter(filters), sort, ...page }),
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
      'The catalogue, keyset-paginated. Filters combine with AND. Cursors are bound to filters and sort; concurrent edits can move items between pages, so deduplicate by `id`. `id.asc` is the order for copies: nothing moves in it. With `ids` or `externalId` it is a lookup, which has one page and the member `notFound`. With `updatedSince` it lists what changed, in the order of the changes, and its last page has the member `until`, from which the next poll goes on.',
    response: {
      id: 'AnimePage',
      description: 'A page of the catalogue.',
      item: animeSchema,
    },
  },
  [...animeLookups, animeChanges, inOrder],
);
