import { graphql } from '../../graph/schema/operation.ts';
import { reads } from '../endpoint/access.ts';
import { resourceEndpoint } from '../endpoint/resourceEndpoint.ts';
import { slugParameter } from '../parameters/kinds.ts';
import { studioFields, studioResource, studioSchema } from './studioResource.ts';

export const getStudio = resourceEndpoint({
  path: '/v1/studios/{slug}',
  operationId: 'GetStudio',
  access: reads('anime.read'),
  section: 'Catalogue',
  summary: 'Read one studio',
  description:
    'One canonical studio, such as `/v1/studios/wit-studio`. Case matters in the slug, its Unicode normal form does not.',
  parameters: {
    slug: slugParameter({ source: '/v1/studios', description: 'Canonical slug from /v1/studios.' }),
  },
  operation: graphql('query GetStudio($slug: String!) { studio(slug: $slug) { ...StudioFields } }', [studioFields]),
  variables: ({ slug }) => ({ slug }),
  node: ({ studio }) => studio,
  response: { description: 'The studio.', schema: studioSchema },
  resource: studioResource,
});
