import { z } from 'zod';
import { SEARCH_PAGE } from '../../graph/model/limits.ts';
import { FURTHER_FACETS } from '../../graph/model/vocabulary.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { animeFilter, animeFilters } from '../anime/animeParameters.ts';
import { animeRepresentation } from '../anime/animeRepresentation.ts';
import { reads } from '../endpoint/access.ts';
import { pageEndpoint } from '../endpoint/pageReading.ts';
import { searchTextParameter } from '../parameters/kinds.ts';
import { choicesParameter } from '../parameters/lists.ts';
import { optional } from '../parameters/parameter.ts';
import { facetSchema } from './facetSchema.ts';
import { hitSchema, interpretationSchema } from './interpretationSchema.ts';

export const searchAnime = pageEndpoint({
  path: '/v1/search',
  operationId: 'SearchAnime',
  access: reads('search.read'),
  section: 'Search',
  summary: 'Search anime by title',
  description:
    'Searches preferred and alternative anime titles: full text, prefix and typo-tolerant. Best hits first; relevance pagination is not a snapshot, concurrent index changes may reorder results. Indexing is asynchronous: results are eventually consistent with the catalogue. Only the first 1000 hits are accessible: when `truncated` is true, refine the filters. When search is disabled or unavailable the answer is 503 `search_unavailable` with Retry-After, never an empty page. Every hit names the title by which it was found (`matchedTitle`), and every page tells how `q` was understood (`interpretation`): where no title has all of its words, the rarest ones are looked for and `leftOut` names the others, so an answer with `leftOut` or `corrected`, or of which `matchedBy` says `part` or `letters`, may be another work than the one meant.',
  unavailable: 'search_unavailable',
  parameters: {
    q: searchTextParameter({ description: 'What to search for, 1–200 characters.' }),
    ...animeFilters,
    facets: optional(
      choicesParameter({
        choices: FURTHER_FACETS,
        description: 'Facets to count beside format, status and year, which are always there.',
      }),
    ),
  },
  page: { ...SEARCH_PAGE, cursorsBindLimit: true, unchanged: 'q, filters, facets and limit must be unchanged.' },
  operation: graphql(`
    query SearchAnime($q: String!, $filter: AnimeFilter, $facets: [FurtherFacet!], $first: Int!, $after: String) {
      search(q: $q, filter: $filter, facets: $facets, first: $first, after: $after) {
        nodes { id version }
        pageInfo { hasNextPage endCursor }
        found
        truncated
        matchedTitles { title language ranges { start end } }
        interpretation {
          year season number part episode format isFinal matchedBy corrected { typed meant } leftOut unmet
        }
        facets { field values { value count } }
      }
    }
  `),
  variables: ({ q, facets, ...filters }, page) => ({
    q,
    filter: animeFilter(filters),
    facets: facets ?? null,
    ...page,
  }),
  response: { id: 'AnimeSearchPage', description: 'A page of hits.' },
  item: { ...animeRepresentation, schema: hitSchema },
  tagsAnswer: true,
  list: ({ search: { matchedTitles, found, truncated, facets, interpretation, ...list } }) => ({
    ...list,
    itemMembers: matchedTitles.map((matchedTitle) => ({ matchedTitle })),
    members: {
      found,
      truncated,
      facets: facets.map(({ field, values }) => ({
        field,
        values: values.map(({ value, count }) => ({ value: field === 'year' ? Number(value) : value, count })),
      })),
      interpretation,
    },
  }),
  members: {
    found: z.int().min(0).max(2147483647).meta({ description: 'Number of hits found, exact.' }),
    truncated: z
      .boolean()
      .meta({ description: 'True when only the first 1000 hits are accessible and more exist: refine filters.' }),
    facets: z.array(facetSchema),
    interpretation: interpretationSchema,
  },
});
