import { expect, test } from '@jest/globals';
import { createApiKey, revokeApiKey } from '../../../src/graph/application/apiKeys.ts';
import { parseApiKey } from '../../../src/graph/application/apiKeyText.ts';
import { createApplication } from '../../../src/graph/application/createApplication.ts';
import { secretDigest } from '../../../src/graph/model/secretDigest.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';

const now = new Date('2026-11-21T12:00:00.000Z');

describeWith(['postgres'], 'applications and their keys', () => {
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

  test('nor does a direct edit give it one', async () => {
    const { stored } = await key();
    await expect(
      catalog.database.client.$executeRaw`UPDATE api_key SET scopes = ARRAY['webhooks.write'] WHERE id = ${stored.id}`,
    ).rejects.toThrow(/api_key_scopes/);
  });

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
