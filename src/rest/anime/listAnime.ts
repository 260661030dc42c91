import { ANIME_SORTS } from '../../graph/model/vocabulary.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { reads } from '../endpoint/access.ts';
import { listEndpoint } from '../endpoint/listEndpoint.ts';
import { lookupReading } from '../endpoint/lookupReading.ts';
import { pageReading } from '../endpoint/pageReading.ts';
import { choiceParameter } from '../parameters/kinds.ts';
import { externalIdsParameter, externalIdText, uuidsParameter } from '../parameters/lists.ts';
import { untilSchema, updatedSinceParameter } from '../parameters/page.ts';
import { optional, withDefault } from '../parameters/parameter.ts';
import { animeFilter, animeFilters } from './animeParameters.ts';
import { animeRepresentation } from './animeRepresentation.ts';

const byIds = lookupReading({
  chosenBy: 'ids',
  ids: uuidsParameter({
    description:
      'A lookup: the anime with these identifiers, each once, in the order requested; a merged one is answered by its survivor. Without any other parameter but `fields` and `include`.',
  }),
  operation: graphql(`
    query LookUpAnime($ids: [UUID!]!) { animeLookup(ids: $ids) { nodes { id version } missing } }
  `),
  variables: (ids) => ({ ids: [...ids] }),
  lookup: ({ animeLookup }) => animeLookup,
  textOf: (id) => id,
  item: animeRepresentation,
});

const byExternalIds = lookupReading({
  chosenBy: 'externalId',
  ids: externalIdsParameter({
    description:
      'A lookup: the anime with these ids at other sites, such as `mal:16498,anilist:1535` (mal, anilist, anidb, bangumi, kitsu, tmdb and whichever others sources state), each once, in the order requested. Some sites, tmdb among them, have one id for several anime: all are answered. Without any other parameter but `fields` and `include`.',
  }),
  operation: graphql(`
    query LookUpAnimeByExternalIds($ids: [ExternalIdInput!]!) {
      animeByExternalIds(ids: $ids) { nodes { id version } missing }
    }
  `),
  variables: (ids) => ({ ids: [...ids] }),
  lookup: ({ animeByExternalIds }) => animeByExternalIds,
  textOf: externalIdText,
  item: animeRepresentation,
});

/** Anime by canonical ids, and by ids at other sites. */
const animeLookups = [byIds, byExternalIds] as const;

/** Anime in the order in which they last changed. */
const animeChanges = pageReading({
  operationId: 'ListAnimeChanges',
  chosenBy: 'updatedSince',
  parameters: { updatedSince: optional(updatedSinceParameter), ...animeFilters },
  page: { unchanged: 'Filters, sort and updatedSince must be unchanged.' },
  operation: graphql(`
    query ListAnimeChanges($since: DateTime, $filter: AnimeFilter, $first: Int!, $after: String) {
      animeChanges(since: $since, filter: $filter, first: $first, after: $after) {
        nodes { id version }
        pageInfo { hasNextPage endCursor }
        until
      }
    }
  `),
  variables: ({ updatedSince, ...filters }, page) => ({
    since: updatedSince ?? null,
    filter: animeFilter(filters),
    ...page,
  }),
  list: ({ animeChanges: { until, ...list } }) => ({ ...list, members: { until } }),
  members: { until: untilSchema },
  item: animeRepresentation,
});

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
  list: ({ animeList }) => animeList,
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
    },
  },
  [...animeLookups, animeChanges, inOrder],
);
