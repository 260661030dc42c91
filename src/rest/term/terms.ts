import type { TadaDocumentNode } from 'gql.tada';
import { z } from 'zod';
import { graphql } from '../../graph/schema/operation.ts';
import { reads } from '../endpoint/access.ts';
import { mapped } from '../endpoint/answering.ts';
import { type Connection, pageEndpoint } from '../endpoint/pageReading.ts';
import { resourceEndpoint } from '../endpoint/resourceEndpoint.ts';
import { slugParameter } from '../parameters/kinds.ts';

interface Term {
  readonly slug: string;
  readonly name: string;
  readonly animeCount: number;
}

/** The two endpoints of genres, or of studios. */
function termEndpoints(definition: {
  readonly kind: 'genre' | 'studio';
  readonly type: 'Genre' | 'Studio';
  readonly example: { readonly slug: string; readonly name: string };
  readonly read: TadaDocumentNode<{ term: Term | null }, { slug: string }>;
  readonly list: TadaDocumentNode<{ terms: Connection<Term> }, { first: number; after?: string | null }>;
}) {
  const { kind, type, example } = definition;
  const schema = z
    .object({
      slug: z.string().meta({
        description: `For \`/v1/${kind}s/{slug}\` and the filter \`${kind}\`; it never changes.`,
        examples: [example.slug],
      }),
      name: z.string().meta({ examples: [example.name] }),
      animeCount: z.int().min(0).max(2147483647).meta({ description: 'How many anime carry it.' }),
    })
    .meta({ id: type, description: `A canonical ${kind}.` });
  const shown = mapped(schema, ({ slug, name, animeCount }: Term) => ({ slug, name, animeCount }));
  const facts = { access: reads('anime.read'), section: 'Catalogue' } as const;
  return {
    list: pageEndpoint({
      ...facts,
      path: `/v1/${kind}s`,
      operationId: `List${type}s`,
      summary: `List ${kind}s`,
      description: `The canonical ${kind}s, by ascending slug in byte order: the values of the filter \`${kind}\`.`,
      parameters: {},
      page: { unchanged: 'It holds for this list alone.' },
      operation: definition.list,
      variables: (_parameters, page) => page,
      list: ({ terms }) => terms,
      response: { id: `${type}Page`, description: `A page of ${kind}s.` },
      item: shown,
    }),
    get: resourceEndpoint({
      ...facts,
      path: `/v1/${kind}s/{slug}`,
      operationId: `Get${type}`,
      summary: `Read one ${kind}`,
      description: `One canonical ${kind}, such as \`/v1/${kind}s/${example.slug}\`. Case matters in the slug, its Unicode normal form does not.`,
      parameters: {
        slug: slugParameter({ source: `/v1/${kind}s`, description: `Canonical slug from /v1/${kind}s.` }),
      },
      operation: definition.read,
      variables: ({ slug }) => ({ slug }),
      node: ({ term }) => term,
      response: { description: `The ${kind}.` },
      resource: shown,
    }),
  };
}

export const { list: listGenres, get: getGenre } = termEndpoints({
  kind: 'genre',
  type: 'Genre',
  example: { slug: 'slice-of-life', name: 'Slice of Life' },
  read: graphql('query GetGenre($slug: String!) { term: genre(slug: $slug) { slug name animeCount } }'),
  list: graphql(`
    query ListGenres($first: Int!, $after: String) {
      terms: genres(first: $first, after: $after) { nodes { slug name animeCount } pageInfo { hasNextPage endCursor } }
    }
  `),
});

export const { list: listStudios, get: getStudio } = termEndpoints({
  kind: 'studio',
  type: 'Studio',
  example: { slug: 'wit-studio', name: 'Wit Studio' },
  read: graphql('query GetStudio($slug: String!) { term: studio(slug: $slug) { slug name animeCount } }'),
  list: graphql(`
    query ListStudios($first: Int!, $after: String) {
      terms: studios(first: $first, after: $after) { nodes { slug name animeCount } pageInfo { hasNextPage endCursor } }
    }
  `),
});
