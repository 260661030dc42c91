import { expect, test } from '@jest/globals';
import { z } from 'zod';
import type { Anime } from '../../src/database/generated/client.ts';
import { animeFields } from '../../src/graph/model/animeFields.ts';
import type { FieldsOf, SelectionOf, ServedMembers } from '../../src/graph/model/field.ts';
import { graphql } from '../../src/graph/schema/operation.ts';
import { animeSchema } from '../../src/rest/anime/animeResource.ts';
import { mapped } from '../../src/rest/endpoint/answering.ts';
import { pageEndpoint } from '../../src/rest/endpoint/pageReading.ts';
import { listGenres } from '../../src/rest/term/terms.ts';

test('a mapping that reads what its operation does not select does not compile', () => {
  const { path, operationId, access, section, summary, description } = listGenres;
  const term = z.object({ slug: z.string(), name: z.string() });
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
    // @ts-expect-error name is not selected (tsc checks this line)
    list: ({ genres }) => genres,
    response: { id: 'SlugPage', description: '' },
    item: mapped(term, ({ slug, name }: z.output<typeof term>) => ({ slug, name })),
  });
  expect(endpoint.operationId).toBe('ListGenres');
});

test('a field of the table that has no column, or that the resource or its fragment forgets, does not compile', () => {
  const region = { ...animeFields.synopsis, column: 'region', member: 'region' } as const;
  const fields = { ...animeFields, region };
  // @ts-expect-error no column
  const withColumns: FieldsOf<Anime> = { region };
  // @ts-expect-error no member
  const members: ServedMembers<typeof fields> = animeSchema.shape;
  // @ts-expect-error not selected
  const selected: SelectionOf<typeof fields, { id: string }>[] = [];
  expect([withColumns, members, selected]).toHaveLength(3);
});
