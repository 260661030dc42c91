import { makeExecutableSchema } from '@graphql-tools/schema';
import { describe, expect, test } from '@jest/globals';
import type { TadaDocumentNode } from 'gql.tada';
import { parse } from 'graphql';
import { CatalogError } from '../../../src/graph/model/errors.ts';
import type { GraphContext } from '../../../src/graph/schema/context.ts';
import { type GraphFailure, prepare } from '../../../src/graph/schema/execution.ts';

const schema = makeExecutableSchema({
  typeDefs: /* GraphQL */ `
    type Query {
      double(of: Int!): Int!
      refused: Int
      broken: Int
      viewer: String
    }
  `,
  resolvers: {
    Query: {
      double: (_root, { of }) => of * 2,
      refused: () => {
        throw new CatalogError('invalid_cursor', 'The cursor is none.');
      },
      broken: async () => {
        throw new Error('relation "anime" does not exist');
      },
      viewer: (_root, _arguments, { viewer }) => viewer.kind,
    },
  },
});

const document = <Result, Variables>(text: string) => parse(text) as TadaDocumentNode<Result, Variables>;
const context = (kind: 'public' | 'tool') => ({ viewer: { kind } }) as unknown as GraphContext;

async function failureOf(work: Promise<unknown>): Promise<GraphFailure> {
  return work.then(
    () => {
      throw new Error('it did not fail');
    },
    (error) => error,
  );
}

describe('a prepared operation', () => {
  test('answers with its data', async () => {
    const double = prepare(
      schema,
      document<{ double: number }, { of: number }>('query Double($of: Int!) { double(of: $of) }'),
    );
    expect(await double(context('public'), { of: 21 })).toEqual({ double: 42 });
  });

  test('gives its resolvers the context of the call', async () => {
    const viewer = prepare(schema, document<{ viewer: string }, object>('query { viewer }'));
    expect(await Promise.all([viewer(context('tool'), {}), viewer(context('public'), {})])).toEqual([
      { viewer: 'tool' },
      { viewer: 'public' },
    ]);
  });

  test('that fails says why, with its code, and keeps what is internal for the log', async () => {
    const failing = prepare(schema, document<object, object>('query { refused broken }'));
    const failure = await failureOf(failing(context('public'), {}));
    expect(failure.errors.map(({ code, message }) => ({ code, message }))).toEqual([
      { code: 'invalid_cursor', message: 'The cursor is none.' },
      { code: 'internal_error', message: 'Internal error.' },
    ]);
    expect(failure.code).toBe('invalid_cursor');
    expect(failure.cause).toMatchObject({ message: 'relation "anime" does not exist' });
  });

  test('refuses variables of the wrong type', async () => {
    const double = prepare(schema, document<object, { of: unknown }>('query Double($of: Int!) { double(of: $of) }'));
    expect(await failureOf(double(context('public'), { of: 'x' }))).toMatchObject({ code: 'invalid_request' });
  });

  test.each([
    [
      'asks for an unknown field',
      'query Broken { triple }',
      'Broken does not fit the schema: Cannot query field "triple"',
    ],
    [
      'leaves out an argument',
      'query { double }',
      'The unnamed query does not fit the schema: Field "double" argument "of"',
    ],
    ['declares a default', 'query Late($of: Int! = 1) { double(of: $of) }', 'Late declares a default for $of'],
    ['holds two operations', 'query A { viewer } query B { viewer }', 'exactly one operation, this one holds 2'],
    ['holds none', 'fragment F on Query { viewer }', 'exactly one operation, this one holds 0'],
  ])('that %s stops the start', (_name, text, message) => {
    expect(() => prepare(schema, document(text))).toThrow(message);
  });
});
