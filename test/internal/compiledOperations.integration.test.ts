import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ExecutionResult, execute, parse, validate } from 'graphql';
import { createContext, type GraphPorts } from '../../src/graph/schema/context.ts';
import { createSchema } from '../../src/graph/schema/schema.ts';
import { Stores } from '../../src/graph/schema/stores.ts';
import { CompiledOperations, type ToolOperation } from '../../src/internal/compiledOperations.ts';
import { directEdits, editedIds, seedEdited } from '../graph/directEdits.ts';
import { describeWith } from '../support/describeWith.ts';
import { openTestCatalog, type TestCatalog } from '../support/openTestCatalog.ts';

const [id = '', other = ''] = editedIds;
const everything = `
  id title format status season year startDate genres { slug name animeCount } studios { name } isAdult
  alternativeTitles { title language kind } images { url width height } externalIds { site id } createdAt version
  episodes(first: 2) { nodes { id number status title anime { title format } } pageInfo { hasNextPage endCursor } tag }
`;

type Case = readonly [name: string, source: string, variables?: Record<string, unknown>, operationName?: string];

const cases: readonly Case[] = [
  ['a page with all relations', `{ animeList(first: 25) { nodes { ${everything} } pageInfo { endCursor } tag } }`],
  [
    'variables, enums in and out',
    'query Q($filter: AnimeFilter, $sort: AnimeSort!) { animeList(filter: $filter, sort: $sort, first: 3) { nodes { format status } } }',
    { filter: { format: 'TV', season: null }, sort: 'TITLE_ASC' },
  ],
  [
    'fragments, aliases and names of types',
    `query { a: anime(id: "${id}") { ...Some } b: anime(id: "${other}") { __typename ...Some ... on Anime { again: title } } }
     fragment Some on Anime { title genres { slug } }`,
  ],
  [
    'conditions by variables',
    `query Q($yes: Boolean!, $no: Boolean!) {
       anime(id: "${id}") { title @include(if: $yes) year @include(if: $no) format @skip(if: $yes) genres @skip(if: $no) { slug } }
     }`,
    { yes: true, no: false },
  ],
  ['nothing there', `{ anime(id: "00000000-0000-0000-0000-000000000000") { title mergedInto { id } } }`],
  ['defaults of variables', 'query Q($first: Int! = 2) { animeList(first: $first) { nodes { title } } }'],
  [
    'defaults that are overridden',
    'query Q($first: Int! = 2) { animeList(first: $first) { nodes { title } } }',
    { first: 1 },
  ],
  [
    'an error of the graph',
    '{ animeList(first: 1, after: "nonsense") { nodes { title } } genres(first: 1) { nodes { slug } } }',
  ],
  ['errors below nodes', '{ animeList(first: 2) { nodes { title episodes(first: 999) { tag } } } }'],
  ['a wrong variable', 'query Q($id: UUID!) { anime(id: $id) { title } }', { id: 'x' }],
  ['a missing variable', 'query Q($id: UUID!) { anime(id: $id) { title } }'],
  ['a variable of another type', 'query Q($first: Int!) { animeList(first: $first) { tag } }', { first: 'ten' }],
  [
    'a variable that is no enum value',
    'query Q($sort: AnimeSort!) { animeList(first: 1, sort: $sort) { tag } }',
    { sort: 'id.asc' },
  ],
  [
    'several operations',
    'query A { genres(first: 1) { nodes { name } } } query B { studios(first: 2) { nodes { name } } }',
    {},
    'B',
  ],
  [
    'introspection',
    '{ __schema { queryType { name } } __type(name: "Anime") { fields { name } } animeList(first: 1) { tag } }',
  ],
  ['search that is off', '{ search(q: "x", first: 1) { found } }'],
  [
    'bulk reads',
    `{ animeByIds(ids: ["${id}", "00000000-0000-0000-0000-000000000000"]) { id title mergedInto { id title } } }`,
  ],
  ['events', '{ events(after: "0", first: 5) { position kind } }'],
];

describeWith(['postgres'], 'operations that come again', () => {
  const schema = createSchema();
  const operations = new CompiledOperations(schema);
  let catalog: TestCatalog;

  beforeAll(async () => {
    catalog = await openTestCatalog();
    await seedEdited(catalog.database);
  });
  afterAll(() => catalog?.close());

  const context = () => {
    const { database, publications } = catalog;
    const off = { search: null, searchAdministration: null, diagnose: null, tokenIssuer: null, webhooks: null };
    const stores = new Stores(database);
    const ports: GraphPorts = { ...off, database, publications, stores, now: () => new Date() };
    return createContext(ports, { kind: 'tool', actor: null });
  };
  /** As a tool sees it: what is JSON of data and errors. */
  const seen = ({ data, errors = [] }: ExecutionResult) =>
    JSON.parse(
      JSON.stringify({
        data: data ?? null,
        errors: errors.map(({ message, path, locations, extensions = {}, name }) => ({
          message,
          path,
          locations,
          extensions,
          name,
        })),
      }),
    );

  describe.each(cases)('%s', (_name, source, variables, operationName) => {
    const document = parse(source);
    const invalid = validate(schema, document);

    test('are answered as by graphql-js, every time', async () => {
      if (invalid.length > 0) throw invalid[0];
      const expected = seen(
        await execute({
          schema,
          document,
          contextValue: context(),
          ...(variables && { variableValues: variables }),
          ...(operationName && { operationName }),
        }),
      );
      const run = () => {
        const operation: ToolOperation = { document, source, operationName, variables, context: context() };
        return operations.run(operation);
      };
      for (let time = 0; time < 4; time += 1) expect(seen(await run())).toEqual(expected);
    });
  });

  test('of different texts do not answer for one another, however many there are', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let first = 1; first < 60; first += 7) {
        const source = `{ animeList(first: ${first}) { nodes { id } } }`;
        const { data } = await operations.run({
          ...{ document: parse(source), source, operationName: undefined, variables: undefined },
          context: context(),
        });
        expect(data).toMatchObject({ animeList: { nodes: { length: Math.min(first, editedIds.length) } } });
      }
    }
  });

  test('see every edit', async () => {
    const source = `{ animeList(first: 100) { nodes { ${everything} } } }`;
    const document = parse(source);
    for (const edit of directEdits) {
      await catalog.database.client.$executeRawUnsafe(edit());
      const run = { document, source, operationName: undefined, variables: undefined, context: context() };
      expect(seen(await operations.run(run))).toEqual(
        seen(await execute({ schema, document, contextValue: context() })),
      );
    }
  });
});
