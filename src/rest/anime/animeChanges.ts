import { graphql } from '../../graph/schema/operation.ts';
import { pageReading } from '../endpoint/pageReading.ts';
import { untilSchema, updatedSinceParameter } from '../parameters/changes.ts';
import { optional } from '../parameters/parameter.ts';
import { animeFilter, animeFilters } from './animeFilters.ts';
import { animeRepresentation } from './animeRepresentation.ts';

/** Anime in the order in which they last changed. */
export const animeChanges = pageReading({
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
  connection: ({ animeChanges }) => animeChanges,
  extras: { shape: { until: untilSchema }, of: ({ animeChanges: { until } }) => ({ until }) },
  item: animeRepresentation,
});
