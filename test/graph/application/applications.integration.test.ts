import { beforeAll, expect, test } from '@jest/globals';
import {
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isScalarType,
} from 'graphql';
import { v7 as uuidv7 } from 'uuid';
import { administrationResolvers } from '../../../src/graph/administration/resolvers.ts';
import { createApiKey, revokeApiKey } from '../../../src/graph/application/apiKeys.ts';
import { parseApiKey } from '../../../src/graph/application/apiKeyText.ts';
import { createApplication } from '../../../src/graph/application/createApplication.ts';
import { applicationResolvers } from '../../../src/graph/application/resolvers.ts';
import { secretDigest } from '../../../src/graph/model/secretDigest.ts';
import type { Viewer } from '../../../src/graph/model/viewer.ts';
import { createSchema } from '../../../src/graph/schema/schema.ts';
import { userResolvers } from '../../../src/graph/user/resolvers.ts';
import { webhookResolvers } from '../../../src/graph/webhook/resolvers.ts';
import { quotaLimits } from '../../../src/identity/quota/countingQuotas.ts';
import { memoryQuotas } from '../../../src/identity/quota/memoryQuotas.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { subscribe, testWebhookPorts } from '../../support/webhooks.ts';
import { GraphTester } from '../graphTester.ts';

describeWith(['postgres'], 'applications and their keys', () => {
  const now = new Date('2026-11-21T12:00:00.000Z');

  const catalog = ofSuite(() => openTestCatalog({ poolSize: 8 }));

  const application = (input = {}) =>
    createApplication(catalog.database.client, { name: 'Mirror', owner: 'ann', ...input });
  const key = async (input = {}) =>
    createApiKey(
      catalog.database,
      { applicationId: (await application()).id, scopes: ['anime.read'], expiresAt: null, ...input },
      now,
    );

  test('an application belongs to the sub of its owner', async () => {
    expect(await application({ name: '  My mirror ', owner: 'auth0|65f0' })).toMatchObject({
      name: 'My mirror',
      owner: 'auth0|65f0',
    });
  });

  test.each([
    ['name', { name: ' ' }],
    ['name', { name: '\u200b\u3164' }],
    ['name', { name: 'x'.repeat(101) }],
    ['name', { name: 'a\nb' }],
    ['owner', { owner: '' }],
    ['owner', { owner: 'two words' }],
    ['owner', { owner: 'x'.repeat(256) }],
  ])('a wrong %s is refused: %j', async (parameter, input) => {
    await expect(application(input)).rejects.toMatchObject({ code: 'invalid_parameter', parameter });
  });

  test('only the digest of a key is stored', async () => {
    const { stored, text } = await key({ scopes: ['search.read', 'anime.read', 'anime.read'] });
    expect(parseApiKey(text)?.id).toBe(stored.id);
    const [row] = await catalog.database.client.$queryRaw<{ row: string }[]>`
      SELECT to_jsonb(api_key)::text AS row FROM api_key WHERE id = ${stored.id}`;
    const secret = text.split('_')[2] ?? '';
    expect(row?.row).not.toContain(secret);
    expect(Buffer.from(stored.digest).equals(secretDigest(text))).toBe(true);
    expect(stored.scopes).toEqual(['search.read', 'anime.read']);
  });

  test.each([[[]], [['webhooks.write']], [['anime.read', 'webhooks.read']], [['ANIME.READ']], [['anime.read ']]])(
    'a key takes no scopes but its own: %j',
    async (scopes) => {
      await expect(key({ scopes })).rejects.toMatchObject({ code: 'invalid_parameter', parameter: 'scopes' });
    },
  );

  test('a key that has ended already, or without an application, is refused', async () => {
    await expect(key({ expiresAt: now })).rejects.toMatchObject({ code: 'invalid_parameter' });
    await expect(key({ applicationId: '0198c7a2-5b1e-7c3d-9f00-1a2b3c4d5e6f' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('an application has at most 100 working keys, however many are asked for at once', async () => {
    const { id: applicationId } = await application();
    await catalog.database.client.apiKey.createMany({
      data: Array.from({ length: 97 }, (_, index) => ({
        id: `works${index}`,
        applicationId,
        digest: secretDigest(`works${index}`),
        scopes: ['anime.read'],
      })),
    });
    // As many as there are connections: a call that waits too long for one is refused for another reason.
    const results = await Promise.allSettled(Array.from({ length: 9 }, () => key({ applicationId })));
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refusals).toEqual(Array.from({ length: 6 }, () => expect.objectContaining({ code: 'conflict' })));
    await revokeApiKey(catalog.database.client, 'works0', now);
    await key({ applicationId });
    await expect(key({ applicationId })).rejects.toMatchObject({ code: 'conflict' });
  });

  test('of the keys that have ended the latest 200 are kept', async () => {
    const { id: applicationId } = await application();
    await catalog.database.client.apiKey.createMany({
      data: Array.from({ length: 301 }, (_, index) => ({
        ...{
          id: `ended${index}`,
          applicationId,
          digest: secretDigest(`ended${index}`),
          scopes: ['anime.read'],
        },
        ...(index % 2 === 0
          ? { revokedAt: new Date(now.getTime() - index * 1000) }
          : { expiresAt: new Date(now.getTime() - index * 1000) }),
      })),
    });
    const { stored } = await key({ applicationId });
    const kept = await catalog.database.client.apiKey.findMany({ where: { applicationId }, select: { id: true } });
    const expected = Array.from({ length: 200 }, (_, index) => `ended${index}`);
    expect(kept.map(({ id }) => id).sort()).toEqual([stored.id, ...expected].sort());
  });

  test('revoking again changes nothing', async () => {
    const { stored } = await key();
    expect((await revokeApiKey(catalog.database.client, stored.id, now)).revokedAt).toEqual(now);
    const later = new Date(now.getTime() + 1000);
    expect((await revokeApiKey(catalog.database.client, stored.id, later)).revokedAt).toEqual(now);
    await expect(revokeApiKey(catalog.database.client, 'nothing', now)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describeWith(['postgres'], 'applications of the person who asks', () => {
  const person = (subject: string): Viewer => ({ kind: 'user', subject, scopes: new Set() });
  const tool: Viewer = { kind: 'tool', actor: 'ops' };
  const member = 'application { id name owner ownerIssuer }';
  const create = `mutation ($input: CreateApplicationInput!) { createApplication(input: $input) { ${member} } }`;
  const update = `mutation ($input: UpdateApplicationInput!) { updateApplication(input: $input) { ${member} } }`;
  const list =
    'query ($owner: String, $after: String) { applications(owner: $owner, first: 2, after: $after) { nodes { id owner } pageInfo { hasNextPage endCursor } } }';

  interface Application {
    readonly id: string;
    readonly name: string;
    readonly owner: string;
  }

  interface Page {
    readonly nodes: readonly Application[];
    readonly pageInfo: { readonly endCursor: string };
  }

  const catalog = ofSuite(() => openTestCatalog({ poolSize: 8 }));
  let graph: GraphTester;
  const quotas = memoryQuotas(quotaLimits({ anonymous: 4, credentialed: 5, address: 9 }));
  /** Keys that this process was told to forget. */
  const forgotten: string[] = [];

  beforeAll(async () => {
    const names = ['azusa', 'jun', 'mio', 'mugi', 'nodoka', 'ritsu', 'yui'];
    await catalog.database.client.user.createMany({ data: names.map((name) => ({ name, passwordHash: 'none' })) });
    const ports = { ...catalog, quotas, issuer: 'own', onKeyRevoked: (id: string) => void forgotten.push(id) };
    graph = new GraphTester(catalog.database, ports);
  });

  const made = async (viewer: Viewer, input: object) => {
    const { data, codes } = await graph.ask(create, { input }, viewer);
    return { codes, ...(data as { createApplication?: { application: Application } }).createApplication?.application };
  };

  test('a person makes her own, and sees no other', async () => {
    const own = await made(person('mio'), { name: 'Mine' });
    expect(own).toMatchObject({ name: 'Mine', owner: 'mio', ownerIssuer: 'own' });
    const second = await made(person('mio'), { name: 'Mine too', owner: 'mio' });
    const third = await made(tool, { name: 'For her', owner: 'mio' });
    await made(person('ritsu'), { name: 'Hers' });
    const first = await graph.ask(list, {}, person('mio'));
    const page = first.data.applications as Page;
    expect(page.nodes.map(({ id }) => id)).toEqual([own.id, second.id]);
    const rest = await graph.ask(list, { after: page.pageInfo.endCursor }, person('mio'));
    expect(rest.data.applications).toMatchObject({ nodes: [{ id: third.id }], pageInfo: { hasNextPage: false } });
    expect((await graph.ask(list, { owner: 'ritsu' }, person('mio'))).codes).toEqual(['not_owner']);
    expect((await made(person('mio'), { name: 'x', owner: 'ritsu' })).codes).toEqual(['not_owner']);
  });

  test('the same sub at another issuer owns nothing', async () => {
    const { id } = await made(person('yui'), { name: 'Here' });
    await catalog.database.client
      .$executeRaw`UPDATE application SET owner_issuer = 'https://x.example' WHERE id = ${id}::uuid`;
    expect((await graph.ask(list, {}, person('yui'))).data).toMatchObject({ applications: { nodes: [] } });
    expect((await graph.ask(update, { input: { id, name: 'x' } }, person('yui'))).codes).toEqual(['not_owner']);
  });

  test('tools name the owner', async () => {
    expect(await made(tool, { name: 'x' })).toMatchObject({ codes: ['invalid_parameter'] });
  });

  test('a name changes', async () => {
    const { id } = await made(person('azusa'), { name: 'A' });
    const change = async (input: object, viewer = person('azusa')) => {
      const { data, codes } = await graph.ask(update, { input: { id, ...input } }, viewer);
      return codes.length > 0
        ? codes
        : (data as { updateApplication: { application: object } }).updateApplication.application;
    };
    expect(await change({ name: ' B ' })).toMatchObject({ name: 'B' });
    expect(await change({ name: 'C' }, tool)).toMatchObject({ name: 'C' });
    for (const wrong of [{ name: '' }, { name: 'a\u202eb' }, { name: 'a\u0000' }])
      expect(await change(wrong)).toEqual(['invalid_parameter']);
    expect(await change({ name: 'D' }, person('mio'))).toEqual(['not_owner']);
    const missing = { id: '0198c7a2-5b1e-7c3d-9f00-1a2b3c4d5e6f', name: 'x' };
    expect(await change(missing)).toEqual(['not_found']);
    expect(await change(missing, tool)).toEqual(['not_found']);
  });

  test('a key has a name and is forgotten when it is revoked; so are all when the owner deletes the application', async () => {
    const { id } = await made(person('nodoka'), { name: 'x' });
    const key = async (name?: string | null) => {
      const text = 'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey { id name } } }';
      const input = { applicationId: id, scopes: ['anime.read'], ...(name === undefined ? {} : { name }) };
      const { data, codes } = await graph.ask(text, { input }, person('nodoka'));
      return codes.length > 0 ? codes : (data as { createApiKey: { apiKey: { id: string } } }).createApiKey.apiKey;
    };
    const named = await key(' build server ');
    expect(named).toMatchObject({ name: 'build server' });
    expect(await key()).toMatchObject({ name: null });
    expect(await key(null)).toMatchObject({ name: null });
    for (const wrong of ['', ' ', 'a\nb', 'x'.repeat(101), 'a\u0000b', '\u202ex'])
      expect(await key(wrong)).toEqual(['invalid_parameter']);
    const { id: ended } = (await key()) as { id: string };
    const revoke = 'mutation ($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { apiKey { id } } }';
    expect((await graph.ask(revoke, { input: { id: ended } }, person('nodoka'))).codes).toEqual([]);
    expect(forgotten).toEqual([ended]);
    const remove = 'mutation ($input: ApplicationInput!) { deleteApplication(input: $input) { id } }';
    expect((await graph.ask(remove, { input: { id } }, person('mio'))).codes).toEqual(['not_owner']);
    expect((await graph.ask(remove, { input: { id } }, person('nodoka'))).data).toEqual({ deleteApplication: { id } });
    expect(forgotten).toContain((named as { id: string }).id);
    expect((await graph.ask(list, {}, person('nodoka'))).data).toMatchObject({ applications: { nodes: [] } });
    expect((await graph.ask(remove, { input: { id } }, person('nodoka'))).codes).toEqual(['not_found']);
  });

  test('usage by day and what is left of the quota are read, and cost nothing', async () => {
    const { id = '' } = await made(person('jun'), { name: 'x' });
    const input = { applicationId: id, scopes: ['anime.read'] };
    const text = 'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey { id } } }';
    const { data } = await graph.ask(text, { input }, person('jun'));
    const key = (data.createApiKey as { apiKey: { id: string } }).apiKey.id;
    const today = new Date().toISOString().slice(0, 10);
    await catalog.database.client.$executeRaw`
      INSERT INTO api_key_day (key_id, day, calls, refusals) SELECT ${key}, ${today}::date - days, 10 + days, days
      FROM unnest(ARRAY[0, 1, 29, 30]) AS days`;
    await quotas.charge('credentialed', `application ${id}`);
    const query =
      'query ($id: UUID!) { application(id: $id) { quota { limit windowSeconds remaining resetsAt } keys { usage { day calls refusals } } } }';
    const read = async () =>
      (await graph.ask(query, { id }, person('jun'))).data.application as Record<string, unknown>;
    await read();
    const { quota, keys } = await read();
    expect(quota).toEqual({ limit: 5, windowSeconds: 60, remaining: 4, resetsAt: expect.any(String) });
    const day = (before: number) => new Date(Date.parse(today) - before * 86_400_000).toISOString().slice(0, 10);
    expect(keys).toEqual([
      {
        usage: [
          { day: day(29), calls: 39, refusals: 29 },
          { day: day(1), calls: 11, refusals: 1 },
          { day: day(0), calls: 10, refusals: 0 },
        ],
      },
    ]);
  });
});

describeWith(['postgres'], 'what belongs to an application', () => {
  const schema = createSchema();
  const scopes = new Set(['webhooks.read', 'webhooks.write', 'anime.read', 'search.read']);

  /** Every root field that these rooms resolve: a new one is tested without being listed here. */
  const fields = [applicationResolvers, administrationResolvers, userResolvers, webhookResolvers].flatMap(
    (resolvers) => [
      ...Object.keys(resolvers.Query ?? {}).map((name) => ({ operation: 'query', name }) as const),
      ...Object.keys(resolvers.Mutation ?? {}).map((name) => ({ operation: 'mutation', name }) as const),
    ],
  );

  /** What every person may do: it concerns that person's own. */
  const ofEverybody = ['applications', 'createApplication', 'account', 'endAccountSession'];
  /** What an invitation alone authorises, whoever has it. */
  const ofInvited = ['invitedName', 'acceptInvitation'];
  /** Of tokens: a person's own, which nobody else's has the id or the session of. */
  const ofTokens = ['issueToken', 'revokeToken'];
  const ofPersons = [...ofEverybody, ...ofInvited, ...ofTokens, 'revokeUserTokens', 'changePassword'];
  /** What an operator alone does. */
  const ofTools = [
    ...[
      'transferApplication',
      'disableApplication',
      'enableApplication',
      'disableUser',
      'enableUser',
      'idsEndingWith',
      'webhookQueue',
    ],
    ...[userResolvers.Query, userResolvers.Mutation]
      .flatMap((root) => Object.keys(root ?? {}))
      .filter((name) => !ofPersons.includes(name)),
  ];
  /** What ends the application comes last. */
  const fieldsOfOwners = fields
    .filter(({ name }) => !ofTools.includes(name))
    .sort((one, other) => Number(one.name === 'deleteApplication') - Number(other.name === 'deleteApplication'));

  /** A literal of a type, with `id` for every identifier in it. */
  function literal(type: GraphQLInputType, name: string, ids: Readonly<Record<string, string>>): string {
    if (isNonNullType(type)) return literal(type.ofType, name, ids);
    if (isListType(type)) return `[${literal(type.ofType, name, ids)}]`;
    if (isEnumType(type)) return type.getValues()[0]?.name ?? '';
    if (isInputObjectType(type)) {
      const required = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
      return `{ ${required.map((field) => `${field.name}: ${literal(field.type, field.name, ids)}`).join(', ')} }`;
    }
    if (!isScalarType(type)) throw new Error(`no literal of ${type}`);
    if (type.name === 'Int') return '1';
    if (type.name === 'DateTime') return '"2026-11-21T00:00:00.000Z"';
    return JSON.stringify(ids[name] ?? 'anime.read');
  }

  const catalog = ofSuite(openTestCatalog);
  let graph: GraphTester;
  let ids: Record<string, string>;
  let keyId: string;
  let deliveryId: string;

  beforeAll(async () => {
    graph = new GraphTester(catalog.database, catalog);
    const { database } = catalog;
    const application = await createApplication(database.client, { name: 'x', owner: 'ann' });
    const key = { applicationId: application.id, scopes: ['anime.read'], expiresAt: null };
    keyId = (await createApiKey(database, key, new Date())).stored.id;
    const [webhook] = await subscribe(catalog, testWebhookPorts([]), ['https://hooks.example.org/']);
    const webhookId = webhook?.id ?? '';
    await database.client.$executeRaw`
      UPDATE webhook SET application_id = ${application.id}::uuid WHERE id = ${webhookId}::uuid`;
    deliveryId = uuidv7();
    await database.client.$executeRaw`
      INSERT INTO delivery (id, webhook_id, event_id, kind, status, payload, completed_at)
      VALUES (${deliveryId}::uuid, ${webhookId}::uuid, ${uuidv7()}::uuid, 'ping', 'failed', '{}', now())`;
    ids = { applicationId: application.id, webhookId, name: 'ann', user: 'ann' };
  });

  function document({ operation, name }: (typeof fields)[number]): string {
    const root = operation === 'query' ? schema.getQueryType() : schema.getMutationType();
    const field = root?.getFields()[name];
    if (field === undefined) throw new Error(`there is no ${name}`);
    const subject =
      { revokeApiKey: keyId, delivery: deliveryId, retryDelivery: deliveryId }[name] ??
      (/application$/i.test(name) ? ids.applicationId : ids.webhookId);
    const given = field.args.filter(({ type, name: argument }) => isNonNullType(type) || argument in ids);
    const values = given.map(({ name: argument, type }) => {
      return `${argument}: ${literal(type, argument, { ...ids, id: subject ?? '' })}`;
    });
    const selection = isLeafType(getNamedType(field.type)) ? '' : ' { __typename }';
    return `${operation} { ${name}${values.length === 0 ? '' : `(${values.join(', ')})`}${selection} }`;
  }

  // Who is no person is refused by the declarations (test/graph/schema/access.test.ts).
  test.each(fields)('$name refuses another person', async (field) => {
    const { codes } = await graph.ask(document(field), {}, { kind: 'user', subject: 'bob', scopes });
    if (ofEverybody.includes(field.name)) expect(codes).not.toContain('not_owner');
    else if (ofInvited.includes(field.name)) expect(codes).toEqual(['conflict']);
    else if (ofTokens.includes(field.name)) expect(codes).toHaveLength(1);
    else expect(codes).toEqual(['not_owner']);
  });

  test.each(fieldsOfOwners)('$name lets the owner in', async (field) => {
    const { codes } = await graph.ask(document(field), {}, { kind: 'user', subject: 'ann', scopes });
    for (const code of codes) expect(['not_owner', 'human_user_required']).not.toContain(code);
  });
});
