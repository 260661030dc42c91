import { expect, test } from '@jest/globals';
import { buildSchema, execute, type GraphQLResolveInfo, parse } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { selectedFields, selectsOnly, wantedNodes } from '../../../src/graph/reading/selection.ts';

const text = /* GraphQL */ `
  query ($yes: Boolean!) {
    list { ...Page nodes @include(if: $yes) { id } ... on List { tag } __typename }
    list { total: count }
  }
  fragment Page on List { info { more } ...Deeper }
  fragment Deeper on List { cursor }
`;

function schemaThatTells(infos: GraphQLResolveInfo[]) {
  const schema = buildSchema(`
    type Query { list: List }
    type List { nodes: [Node] tag: String info: Info cursor: String count: Int }
    type Node { id: ID version: ID title: String }
    type Info { more: Boolean }
  `);
  const field = schema.getQueryType()?.getFields().list;
  if (field) {
    field.resolve = (_root, _arguments, _context, info) => {
      infos.push(info);
      return {};
    };
  }
  return schema;
}

const selected = ['__typename', 'count', 'cursor', 'info', 'nodes', 'tag'];

test('the fields below a field are found through fragments and repetitions, by their own names', async () => {
  const infos: GraphQLResolveInfo[] = [];
  const schema = schemaThatTells(infos);
  await execute({ schema, document: parse(text), variableValues: { yes: true } });
  const compiled = compileQuery(schema, parse(text));
  if (isCompiledQuery(compiled)) await compiled.query(undefined, {}, { yes: true });
  expect(infos.map((info) => [...selectedFields(info)].sort())).toEqual([selected, selected]);
});

test('selecting no more than what is held counts __typename as nothing', async () => {
  const infos: GraphQLResolveInfo[] = [];
  await execute({ schema: schemaThatTells(infos), document: parse('{ list { __typename tag cursor } }') });
  const [info] = infos as [GraphQLResolveInfo];
  expect(selectsOnly(info, new Set(['tag', 'cursor', 'count']))).toBe(true);
  expect(selectsOnly(info, new Set(['tag']))).toBe(false);
});

test.each([
  ['{ list { tag } }', 'none'],
  ['{ list { nodes { id } } }', 'keys'],
  ['{ list { nodes { key: id __typename } ...Page } } fragment Page on List { tag nodes { version } }', 'keys'],
  ['{ list { nodes { id } ...Page } } fragment Page on List { nodes { id title } }', 'whole'],
  ['{ list { nodes { id } more: nodes { ... on Node { title } } } }', 'whole'],
])('%s wants %s of the nodes', async (text, wanted) => {
  const infos: GraphQLResolveInfo[] = [];
  await execute({ schema: schemaThatTells(infos), document: parse(text) });
  expect(infos.map((info) => wantedNodes(info))).toEqual([wanted]);
});
