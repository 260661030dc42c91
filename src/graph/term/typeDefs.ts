import { pageArguments } from '../reading/pageArguments.ts';
import type { TermKind } from './termNode.ts';

function typeDefsOf(term: TermKind, type: 'Genre' | 'Studio'): string {
  return /* GraphQL */ `
  "A canonical ${term}."
  type ${type} {
    "Lower-case name with hyphens; once given it never changes."
    slug: String!
    "As the first source wrote it."
    name: String!
    "How many anime carry it, merged ones left out."
    animeCount: Int!
  }

  "A page of ${term}s."
  type ${type}Connection {
    "The ${term}s of this page."
    nodes: [${type}!]!
    "Where this page lies."
    pageInfo: PageInfo!
  }

  extend type Query {
    "One canonical ${term}; null where there is none."
    ${term}(
      "Its slug, in Unicode normal form C."
      slug: String!
    ): ${type}
    "Canonical ${term}s by ascending slug in byte order."
    ${term}s(
      ${pageArguments()}
    ): ${type}Connection!
  }
`;
}

export const termTypeDefs = [typeDefsOf('genre', 'Genre'), typeDefsOf('studio', 'Studio')].join('\n');
