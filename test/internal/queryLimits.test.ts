import { describe, expect, it } from '@jest/globals';
import { buildSchema, getIntrospectionQuery, parse, validate } from 'graphql';
import { limitShape } from '../../src/internal/queryLimits.ts';

const schema = buildSchema('type Query { a: Query, b: Int }');
const faults = (source: string) => validate(schema, parse(source), [limitShape]).map(({ message }) => message);
const levels = (count: number) => `${'a { '.repeat(count - 1)} b ${'} '.repeat(count - 1)}`;

describe('limitShape', () => {
  it.each([
    ['as deep as it may be', `{ ${levels(10)} }`],
    ['as many aliases as it may have', `{ ${Array.from({ length: 30 }, (_, index) => `a${index}: b`).join(' ')} }`],
    ['as many directives as it may have', `{ b ${'@skip(if: false) '.repeat(50)} }`],
    ['what GraphiQL asks about the schema', getIntrospectionQuery()],
    ['a fragment that is unknown, and one that spreads itself', '{ ...x ...y } fragment y on Query { a { ...y } }'],
  ])('passes %s', (_what, source) => {
    expect(faults(source)).toEqual([]);
  });

  it.each([
    ['levels', `{ ${levels(11)} }`, 'Query depth limit of 10 exceeded, found 11.'],
    [
      'levels in a fragment',
      `query { a { ...x } } fragment x on Query { ... on Query { ${levels(10)} } }`,
      'Query depth limit of 10 exceeded, found 11.',
    ],
    [
      'aliases in a fragment that is spread twice',
      `{ ...x a { ...x } } fragment x on Query { ${Array.from({ length: 16 }, (_, index) => `a${index}: b`).join(' ')} }`,
      'Aliases limit of 30 exceeded, found 32.',
    ],
    [
      'directives on fields, spreads and operations',
      `query @x { b ${'@x '.repeat(25)} ...y ${'@x '.repeat(20)} } fragment y on Query @x { b ${'@x '.repeat(4)} }`,
      'Directives limit of 50 exceeded, found 51.',
    ],
  ])('refuses too many %s', (_what, source, message) => {
    expect(faults(source)).toEqual([message]);
  });
});
