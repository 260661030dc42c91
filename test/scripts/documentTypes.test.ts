import { expect, test } from '@jest/globals';
import { buildSchema } from 'graphql';
import { documentTypes } from '../../scripts/documentTypes.ts';

const schema = buildSchema(`
  type Query { anime(ids: [UUID!]!, filter: Filter): [Anime], count: Int! }
  type Anime { id: UUID!, status: AnimeStatus!, season: Season, access: Access, genres: [Genre!]! }
  type Genre { slug: String!, name: String! }
  input Filter { years: [Int!], order: Access! = OWNER, query: String! }
  enum AnimeStatus { AIRING }
  enum Season { WINTER }
  enum Access { OWNER TOOL }
  scalar UUID
`);

/** The generator reads this file too. */
const TAG = 'graphql';

const source = `
  const genres = ${TAG}('fragment Genres on Anime { status genres { slug } }');
  const count = ${TAG}('{ total: count __typename }');
  const list = ${TAG}(
    \`query List($ids: [UUID!]!, $filter: Filter) { anime(ids: $ids, filter: $filter) { ...Genres season access genres { name } } }\`,
    [genres],
  );
  const other = ${TAG}(text);
`;

test('documents have the types of their results and variables, with fragments and what is selected twice joined', () => {
  const printed = documentTypes(schema, [source, source]);
  expect(printed).toContain("import type { AnimeStatus, Season } from '../model/vocabulary.ts';");
  expect(printed).toContain(
    "interface Filter { years?: number[] | null; order?: 'OWNER' | 'TOOL' | null; query: string }",
  );
  expect([...printed.matchAll(/: (TadaDocumentNode.*);$/gm)].map(([, type]) => type).sort()).toEqual([
    "TadaDocumentNode<{ anime: ({ status: AnimeStatus; genres: { slug: string; name: string }[]; season: Season | null; access: 'OWNER' | 'TOOL' | null } | null)[] | null }, { ids: string[]; filter?: Filter | null }, void>",
    "TadaDocumentNode<{ status: AnimeStatus; genres: { slug: string }[] }, {}, { fragment: 'Genres'; on: 'Anime'; masked: false }>",
    "TadaDocumentNode<{ total: number; __typename: 'Query' }, {}, void>",
  ]);
});

test('a name stands for one fragment', () => {
  const other = `${TAG}('fragment Genres on Anime { genres { name } }')`;
  expect(() => documentTypes(schema, [source, other])).toThrow('two fragments are named Genres');
});
