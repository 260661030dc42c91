import { z } from 'zod';
import { graphql } from '../../graph/schema/operation.ts';
import { reads } from '../endpoint/access.ts';
import { pageEndpoint } from '../endpoint/pageEndpoint.ts';

const studioSchema = z
  .object({
    slug: z.string().meta({ description: 'For the filter `studio`; it never changes.', examples: ['wit-studio'] }),
    name: z.string().meta({ examples: ['Wit Studio'] }),
    animeCount: z.int().min(0).max(2147483647).meta({ description: 'How many anime carry it.' }),
  })
  .meta({ id: 'Studio', description: 'A canonical studio.' });

export const listStudios = pageEndpoint({
  path: '/v1/studios',
  operationId: 'ListStudios',
  access: reads('anime.read'),
  section: 'Catalogue',
  summary: 'List studios',
  description: 'The canonical studios, by ascending slug in byte order: the values of the filter `studio`.',
  parameters: {},
  page: { unchanged: 'It holds for this list alone.' },
  operation: graphql(`
    query ListStudios($first: Int!, $after: String) {
      studios(first: $first, after: $after) {
        nodes { slug name animeCount }
        pageInfo { hasNextPage endCursor }
      }
    }
  `),
  variables: (_parameters, page) => page,
  connection: ({ studios }) => studios,
  response: { id: 'StudioPage', description: 'A page of studios.', item: studioSchema },
  item: ({ slug, name, animeCount }) => ({ slug, name, animeCount }),
});
