import { graphql } from '../../graph/schema/operation.ts';
import { reads } from '../endpoint/access.ts';
import { pageEndpoint } from '../endpoint/pageEndpoint.ts';
import { genreFields, genreResource, genreSchema } from './genreResource.ts';

export const listGenres = pageEndpoint({
  path: '/v1/genres',
  operationId: 'ListGenres',
  access: reads('anime.read'),
  section: 'Catalogue',
  summary: 'List genres',
  description: 'The canonical genres, by ascending slug in byte order: the values of the filter `genre`.',
  parameters: {},
  page: { unchanged: 'It holds for this list alone.' },
  operation: graphql(
    `
      query ListGenres($first: Int!, $after: String) {
        genres(first: $first, after: $after) {
          nodes { ...GenreFields }
          pageInfo { hasNextPage endCursor }
        }
      }
    `,
    [genreFields],
  ),
  variables: (_parameters, page) => page,
  connection: ({ genres }) => genres,
  response: { id: 'GenrePage', description: 'A page of genres.', item: genreSchema },
  item: genreResource,
});
