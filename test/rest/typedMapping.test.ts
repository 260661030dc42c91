import { expect, test } from '@jest/globals';
import { graphql } from '../../src/graph/schema/operation.ts';
import { pageEndpoint } from '../../src/rest/endpoint/pageEndpoint.ts';
import { listGenres } from '../../src/rest/genre/listGenres.ts';
import { pageParameters } from '../../src/rest/parameters/pageParameters.ts';

test('a mapping that reads what its document does not select does not compile', () => {
  const { path, operationId, access, section, summary, description } = listGenres;
  const endpoint = pageEndpoint({
    ...{ path, operationId, access, section, summary, description },
    parameters: { query: pageParameters({ unchanged: '' }) },
    document: graphql(`
      query Slugs($first: Int!, $after: String) {
        genres(first: $first, after: $after) {
          nodes { slug }
          pageInfo { hasNextPage endCursor }
        }
      }
    `),
    variables: (_parameters, page) => page,
    connection: ({ genres }) => genres,
    response: { id: 'SlugPage', description: '', item: listGenres.response.schema },
    // @ts-expect-error name is not selected (tsc checks this line)
    item: ({ slug, name }) => ({ slug, name }),
  });
  expect(endpoint.operationId).toBe('ListGenres');
});
