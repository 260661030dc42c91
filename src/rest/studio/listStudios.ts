import { graphql } from '../../graph/schema/operation.ts';
import { reads } from '../endpoint/access.ts';
import { pageEndpoint } from '../endpoint/pageEndpoint.ts';
import { studioFields, studioResource, studioSchema } from './studioResource.ts';

export const listStudios = pageEndpoint({
  path: '/v1/studios',
  operationId: 'ListStudios',
  access: reads('anime.read'),
  section: 'Catalogue',
  summary: 'List studios',
  description: 'The canonical studios, by ascending slug in byte order: the values of the filter `studio`.',
  parameters: {},
  page: { unchanged: 'It holds for this list alone.' },
  operation: graphql(
    `
      query ListStudios($first: Int!, $after: String) {
        studios(first: $first, after: $after) {
          nodes { ...StudioFields }
          pageInfo { hasNextPage endCursor }
        }
      }
    `,
    [studioFields],
  ),
  variables: (_parameters, page) => page,
  connection: ({ studios }) => studios,
  response: { id: 'StudioPage', description: 'A page of studios.', item: studioSchema },
  item: studioResource,
});
