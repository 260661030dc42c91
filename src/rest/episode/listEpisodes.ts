import { graphql } from '../../graph/schema/operation.ts';
import { reads } from '../endpoint/access.ts';
import { listEndpoint } from '../endpoint/listEndpoint.ts';
import { lookupReading } from '../endpoint/lookupReading.ts';
import { pageReading } from '../endpoint/pageReading.ts';
import { uuidsParameter } from '../parameters/lists.ts';
import { untilSchema, updatedSinceParameter } from '../parameters/page.ts';
import { optional } from '../parameters/parameter.ts';
import { episodeRepresentation } from './episodeRepresentation.ts';

/** Episodes by ids. */
const episodeLookup = lookupReading({
  chosenBy: 'ids',
  ids: uuidsParameter({
    description:
      'A lookup: the episodes with these identifiers, each once, in the order requested; one that ended in a merge is answered by the episode that it became. Without any other parameter but `fields` and `include`.',
  }),
  operation: graphql(`
    query LookUpEpisodes($ids: [UUID!]!) { episodeLookup(ids: $ids) { nodes { id version } missing } }
  `),
  variables: (ids) => ({ ids: [...ids] }),
  lookup: ({ episodeLookup }) => episodeLookup,
  textOf: (id) => id,
  item: episodeRepresentation,
});

const changes = pageReading({
  operationId: 'ListEpisodes',
  parameters: { updatedSince: optional(updatedSinceParameter) },
  page: { unchanged: 'updatedSince must be unchanged.' },
  operation: graphql(`
    query ListEpisodeChanges($since: DateTime, $first: Int!, $after: String) {
      episodeChanges(since: $since, first: $first, after: $after) {
        nodes { id version }
        pageInfo { hasNextPage endCursor }
        until
      }
    }
  `),
  variables: ({ updatedSince }, page) => ({ since: updatedSince ?? null, ...page }),
  list: ({ episodeChanges: { until, ...list } }) => ({ ...list, members: { until } }),
  members: { until: untilSchema },
  item: episodeRepresentation,
});

export const listEpisodes = listEndpoint(
  {
    path: '/v1/episodes',
    operationId: 'ListEpisodes',
    access: reads('anime.read'),
    section: 'Episodes',
    summary: 'List episodes by their changes, or look them up',
    description:
      'All imported episodes, or with `updatedSince` those that changed since, in the order of their changes; the last page has the member `until`, from which the next poll goes on. With `ids` it is a lookup, which has one page and the member `notFound`. An episode that ended is on no list: the event log names it (`ended`).',
    response: {
      id: 'EpisodeListPage',
      description: 'A page of episodes.',
    },
  },
  [episodeLookup, changes],
);
