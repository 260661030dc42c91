import { pageArguments } from '../reading/pageArguments.ts';
import type { TermKind } from './termNode.ts';

function typeDefsOf(term: TermKind, type: 'Genre' | 'Studio'): string {
  return /* GraphQL */ `
  "A canonical ${term}."
  type ${type} {
    "Lower-case name with hyphens; it never changes."
    slug: String!
    "As the first source spelt it."
    name: String!
    "The number of anime with it, without merged ones."
    animeCount: Int!
  }

  "A page of ${term}s."
  type ${type}Connection {
    "The ${term}s of this page."
    nodes: [${type}!]!
    "The position of this page."
    pageInfo: PageInfo!
  }

  extend type Query {
    "One canonical ${term}; null for an unknown one."
    ${term}(
      "Its slug, in Unicode normal form C."
      slug: String!
    ): ${type} @access(to: PUBLIC)
    "Canonical ${term}s by ascending slug in byte order."
    ${term}s(
      ${pageArguments()}
    ): ${type}Connection! @access(to: PUBLIC)
  }
`;
}

export const termTypeDefs = [typeDefsOf('genre', 'Genre'), typeDefsOf('studio', 'Studio')].join('\n');
