import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { graphql } from '../../src/graph/schema/operation.ts';
import { pageEndpoint } from '../../src/rest/endpoint/pageEndpoint.ts';
import { listGenres } from '../../src/rest/genre/listGenres.ts';

test('a mapping that reads what its operation does not select does not compile', () => {
  const { path, operationId, access, section, summary, description } = listGenres;
  const endpoint = pageEndpoint({
    ...{ path, operationId, access, section, summary, description },
    parameters: {},
    page: { unchanged: '' },
    operation: graphql(`
      query Slugs($first: Int!, $after: String) {
        genres(first: $first, after: $after) {
          nodes { slug }
          pageInfo { hasNextPage endCursor }
        }
      }
    `),
    variables: (_parameters, page) => page,
    connection: ({ genres }) => genres,
    response: { id: 'SlugPage', description: '', item: z.object({ slug: z.string(), name: z.string() }) },
    // @ts-expect-error name is not selected (tsc checks this line)
    item: ({ slug, name }) => ({ slug, name }),
  });
  expect(endpoint.operationId).toBe('ListGenres');
});
