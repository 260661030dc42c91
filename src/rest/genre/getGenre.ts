import { graphql } from '../../graph/schema/operation.ts';
import { reads } from '../endpoint/access.ts';
import { resourceEndpoint } from '../endpoint/resourceEndpoint.ts';
import { slugParameter } from '../parameters/kinds.ts';
import { genreFields, genreResource, genreSchema } from './genreResource.ts';

export const getGenre = resourceEndpoint({
  path: '/v1/genres/{slug}',
  operationId: 'GetGenre',
  access: reads('anime.read'),
  section: 'Catalogue',
  summary: 'Read one genre',
  description:
    'One canonical genre, such as `/v1/genres/slice-of-life`. Case matters in the slug, its Unicode normal form does not.',
  parameters: {
    slug: slugParameter({ source: '/v1/genres', description: 'Canonical slug from /v1/genres.' }),
  },
  operation: graphql('query GetGenre($slug: String!) { genre(slug: $slug) { ...GenreFields } }', [genreFields]),
  variables: ({ slug }) => ({ slug }),
  node: ({ genre }) => genre,
  response: { description: 'The genre.', schema: genreSchema },
  resource: genreResource,
});
