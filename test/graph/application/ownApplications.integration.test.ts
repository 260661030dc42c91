import { beforeAll, expect, test } from '@jest/globals';
import type { Viewer } from '../../../src/graph/model/viewer.ts';
import { quotaLimits } from '../../../src/identity/quota/countingQuotas.ts';
import { memoryQuotas } from '../../../src/identity/quota/memoryQuotas.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { GraphTester } from '../graphTester.ts';

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

describeWith(['postgres'], 'applications of the person who asks', () => {
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
