import { z } from 'zod';
import { MOST_SUGGESTIONS, YEARS } from '../../graph/model/limits.ts';
import { ANIME_FORMATS } from '../../graph/model/vocabulary.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { reads } from '../endpoint/access.ts';
import { mapped } from '../endpoint/answering.ts';
import { resourceEndpoint } from '../endpoint/resourceEndpoint.ts';
import { searchTextParameter } from '../parameters/kinds.ts';
import { idSchema } from '../resource/fieldSchemas.ts';

const suggestionSchema = z
  .object({
    id: idSchema.meta({ description: 'Of the anime.' }),
    title: z.string().meta({ description: 'The title by which it is found.', examples: ['Attack on Titan'] }),
    language: z
      .string()
      .nullable()
      .meta({ description: 'BCP 47 language tag of that title.', examples: ['en'] }),
    format: z.enum(ANIME_FORMATS).meta({ description: 'That of the anime, which tells equal titles apart.' }),
    year: z.int().min(YEARS.from).max(YEARS.to).nullable(),
  })
  .meta({ id: 'SearchSuggestion', description: 'An anime for a box that completes what is typed.' });

export const suggestAnime = resourceEndpoint({
  path: '/v1/search/suggestions',
  operationId: 'SuggestAnime',
  access: { ...reads('search.read'), isAskedByPages: true },
  section: 'Search',
  summary: 'Complete a half-typed title',
  description: `The first ${MOST_SUGGESTIONS} hits of a search by id and matching title, with its language and the anime's format and year, alone, for boxes that complete what is typed. It has no filters, facets and pages: ask /v1/search for those. When search is disabled or unavailable the answer is 503 \`search_unavailable\` with Retry-After.`,
  unavailable: 'search_unavailable',
  parameters: { q: searchTextParameter({ description: 'What was typed so far, 1–200 characters.' }) },
  operation: graphql('query SuggestAnime($q: String!) { searchSuggestions(q: $q) { id title language format year } }'),
  variables: ({ q }) => ({ q }),
  node: ({ searchSuggestions }) => ({ items: searchSuggestions }),
  response: { description: 'The suggestions, best first; none when nothing is found.' },
  resource: mapped(
    z
      .object({ items: z.array(suggestionSchema).max(MOST_SUGGESTIONS) })
      .meta({ id: 'SearchSuggestions', description: 'Suggestions, best first.' }),
    ({ items }: { readonly items: readonly z.output<typeof suggestionSchema>[] }) => ({
      items: items.map(({ id, title, language, format, year }) => ({ id, title, language, format, year })),
    }),
  ),
});
