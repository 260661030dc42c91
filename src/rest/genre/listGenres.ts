import { z } from 'zod';
import { graphql } from '../../graph/schema/operation.ts';
import { reads } from '../endpoint/access.ts';
import { pageEndpoint } from '../endpoint/pageEndpoint.ts';

const genreSchema = z
  .object({
    slug: z.string().meta({ description: 'For the filter `genre`; it never changes.', examples: ['slice-of-life'] }),
    name: z.string().meta({ examples: ['Slice of Life'] }),
    animeCount: z.int().min(0).max(2147483647).meta({ description: 'How many anime carry it.' }),
  })
  .meta({ id: 'Genre', description: 'A canonical genre.' });

export const listGenres = pageEndpoint({
  path: '/v1/genres',
  operationId: 'ListGenres',
  access: reads('anime.read'),
  section: 'Catalogue',
  summary: 'List genres',
  description: 'The canonical genres, by ascending slug in byte order: the values of the filter `genre`.',
  parameters: {},
  page: { unchanged: 'It holds for this list alone.' },
  operation: graphql(`
    query ListGenres($first: Int!, $after: String) {
      genres(first: $first, after: $after) {
        nodes { slug name animeCount }
        pageInfo { hasNextPage endCursor }
      }
    }
  `),
  variables: (_parameters, page) => page,
  connection: ({ genres }) => genres,
  response: { id: 'GenrePage', description: 'A page of genres.', item: genreSchema },
  item: ({ slug, name, animeCount }) => ({ slug, name, animeCount }),
});
