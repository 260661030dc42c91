import { makeExecutableSchema } from '@graphql-tools/schema';
import { expect, test } from '@jest/globals';
import {
  type GraphQLField,
  type GraphQLOutputType,
  getDirectiveValues,
  getNamedType,
  isObjectType,
  Kind,
} from 'graphql';
import type { Viewer } from '../../../src/graph/model/viewer.ts';
import { enforceAccess } from '../../../src/graph/schema/access.ts';
import { createSchema } from '../../../src/graph/schema/schema.ts';
import { readTypeDefs } from '../../../src/graph/schema/typeDefs.ts';

const directive = readTypeDefs().definitions.filter(
  (it) => 'name' in it && ['access', 'Access', 'Belonging'].includes(it.name?.value ?? ''),
);
const build = (sdl: string) =>
  enforceAccess(makeExecutableSchema({ typeDefs: [{ kind: Kind.DOCUMENT, definitions: directive }, sdl] }));

test.each(['type Query { a: Int }', 'type Query { a: Int @access(to: PUBLIC) } type Mutation { a: Int }'])(
  'a query or mutation without a declaration is no schema: %s',
  (sdl) => expect(() => build(sdl)).toThrow(/\.a must say @access/),
);

test.each(['@access(to: OWNER)', '@access(to: OWNER, of: PASSWORD, by: "id")', '@access(to: VIEWER, of: WEBHOOK)'])(
  'a declaration that means nothing is no schema: %s',
  (access) => expect(() => build(`type Query { a(id: String): Int ${access} }`)).toThrow(/is not known/),
);

test('a public field keeps its resolver, which costs nothing', () => {
  expect(build('type Query { a: Int @access(to: PUBLIC) }').getQueryType()?.getFields().a?.resolve).toBeUndefined();
});

test('a field below a root may say more than the root', async () => {
  const schema = build('type Query { a: A @access(to: PUBLIC) } type A { b: Int @access(to: TOOL) c: Int }');
  const { b } = (schema.getType('A') as ReturnType<typeof schema.getQueryType>)?.getFields() ?? {};
  const ask = (viewer: Viewer) => b?.resolve?.({ b: 1 }, {}, { viewer }, { fieldName: 'b' } as never);
  await expect(ask({ kind: 'public' })).rejects.toMatchObject({ code: 'not_owner' });
  expect(await ask({ kind: 'tool', actor: null })).toBe(1);
});

const schema = createSchema();
const access = schema.getDirective('access');
const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
  Object.values(type?.getFields() ?? {}).map((field) => ({
    field: field as GraphQLField<unknown, unknown>,
    rule: (access && getDirectiveValues(access, field.astNode ?? {})) as { to: string; of?: string; by?: string },
  })),
);
const scopes = new Set<string>();
const strangers: readonly Viewer[] = [
  { kind: 'public' },
  { kind: 'key', id: 'a', applicationId: 'b', scopes },
  { kind: 'client', clientId: 'a', scopes },
];
const refusal = async (field: GraphQLField<unknown, unknown>, args: object, viewer: Viewer) =>
  await Promise.resolve()
    .then(() => field.resolve?.(undefined, args, { viewer }, undefined as never))
    .then(
      () => null,
      ({ code }) => code as string,
    );

test.each(fields.filter(({ rule }) => rule.to === 'TOOL').map((it) => [it.field.name, it.field] as const))(
  '%s is refused to everybody but tools',
  async (_name, field) => {
    for (const viewer of [...strangers, { kind: 'user', subject: 'ann', scopes } as const]) {
      expect(await refusal(field, {}, viewer)).toBe('not_owner');
    }
  },
);

test.each(fields.filter(({ rule }) => rule.to === 'VIEWER').map((it) => [it.field.name, it] as const))(
  '%s is refused to whoever is no person, and to another person',
  async (_name, { field, rule }) => {
    for (const viewer of strangers) expect(await refusal(field, {}, viewer)).toBe('human_user_required');
    if (rule.by === undefined) return;
    const args = { [rule.by]: 'bob', input: { [rule.by.replace('input.', '')]: 'bob' } };
    expect(await refusal(field, args, { kind: 'user', subject: 'ann', scopes })).toBe('not_owner');
  },
);

test.each(fields.filter(({ rule }) => rule.to === 'OWNER' && rule.of !== 'DELIVERY').map((it) => [it.field.name, it]))(
  '%s is refused to whoever is no person, and without an id to everybody but tools',
  async (_name, of) => {
    const { field, rule } = of as (typeof fields)[number];
    const { by = '' } = rule;
    const args = { [by]: 'x', input: { [by.replace('input.', '')]: 'x' } };
    for (const viewer of strangers) expect(await refusal(field, args, viewer)).toBe('human_user_required');
    expect(await refusal(field, {}, { kind: 'user', subject: 'ann', scopes })).toBe('not_owner');
  },
);

/** `User` is who accepts her own invitation. */
const PUBLIC_TYPES = `
  Anime AnimeChangeConnection AnimeConnection AnimeEpisodeConnection AnimeLookup AnimeRelation Broadcast Dump
  Episode EpisodeChangeConnection EpisodeConnection EpisodeLookup Event EventConnection ExternalId Genre
  GenreConnection Image MatchedTitle PageInfo PrincipalTitles SearchConnection SearchCorrection SearchFacet
  SearchFacetValue SearchInterpretation SearchRebuild SearchStatus SearchSuggestion Studio StudioConnection
  TextRange Title User UserPayload`
  .trim()
  .split(/\s+/);

test('what everybody reaches is of these types: an edge to another needs its own declaration', () => {
  const reached = new Set<string>();
  const reach = (type: unknown) => {
    const named = getNamedType(type as GraphQLOutputType);
    if (!isObjectType(named) || reached.has(named.name)) return;
    reached.add(named.name);
    for (const field of Object.values(named.getFields())) {
      const rule = access && getDirectiveValues(access, field.astNode ?? {});
      if (!rule || rule.to === 'PUBLIC') reach(field.type);
    }
  };
  for (const { field, rule } of fields) if (rule.to === 'PUBLIC') reach(field.type);
  expect([...reached].sort()).toEqual(PUBLIC_TYPES);
});
