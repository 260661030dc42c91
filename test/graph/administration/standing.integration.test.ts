import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { TransactionClient } from '../../../src/database/database.ts';
import { deleteUser } from '../../../src/graph/administration/deleteUser.ts';
import { idsEndingWith, MOST_IDS } from '../../../src/graph/administration/idsEndingWith.ts';
import { createApplication } from '../../../src/graph/application/createApplication.ts';
import { requireApplicationQuota } from '../../../src/graph/application/requireApplicationQuota.ts';
import { OWN_ISSUER } from '../../../src/graph/caller/issuerName.ts';
import type { IdKind } from '../../../src/graph/model/vocabulary.ts';
import { inviteUser, removeEndedInvitations } from '../../../src/graph/user/invitations.ts';
import { openIssuer } from '../../identity/token/openIssuer.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { type CallerScene, openCallerScene } from '../../support/openCallerScene.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { openTestService } from '../../support/openTestService.ts';
import { until } from '../../support/until.ts';

describeWith(['postgres'], 'what an operator does with applications and accounts', () => {
  let scene: CallerScene;
  beforeAll(async () => {
    scene = await openCallerScene();
    await scene.createUser('ann');
  }, 60_000);
  afterAll(() => scene?.end());

  const idOf = (node: unknown) => (node as { readonly id: string }).id;
  const newApplication = async (owner: string) => {
    const made = await scene.mutate(
      `createApplication(input: { name: "x", owner: "${owner}" }) { application { id } }`,
    );
    return idOf(made.createApplication?.application);
  };
  const newKey = async (applicationId: string) => {
    const input = `{ applicationId: "${applicationId}", scopes: ["anime.read"] }`;
    const { createApiKey } = await scene.mutate(`createApiKey(input: ${input}) { key apiKey { id } }`);
    return { text: String(createApiKey?.key), id: idOf(createApiKey?.apiKey) };
  };
  const newWebhook = async (applicationId: string) => {
    const input = `{ applicationId: "${applicationId}", name: "n", url: "https://hooks.example.org/", events: [ANIME_CREATED] }`;
    const { createWebhook } = await scene.mutate(`createWebhook(input: ${input}) { webhook { id } }`);
    return idOf(createWebhook?.webhook);
  };
  const tokenOf = async (user: string) => {
    const scopes = '["webhooks.read", "webhooks.write"]';
    const { issueToken } = await scene.mutate(`issueToken(input: { user: "${user}", scopes: ${scopes} }) { token }`);
    return String(issueToken?.token);
  };
  const hooks = (applicationId: string) => `/v1/developer/applications/${applicationId}/webhooks`;
  const call = async (token: string, path: string, method = 'GET') => {
    const answer = await fetch(scene.origin + path, { method, headers: { authorization: `Bearer ${token}` } });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const webhooks = async (applicationId: string) => {
    const query = `{ webhooks(applicationId: "${applicationId}") { nodes { id status disabledReason } } }`;
    const { data } = (await (await scene.service.ask({ query })).json()) as {
      data: { webhooks: { nodes: { id: string; status: string; disabledReason: string | null }[] } | null };
    };
    const nodes = data.webhooks?.nodes ?? [];
    return Object.fromEntries(nodes.map(({ id, status, disabledReason }) => [id, [status, disabledReason]]));
  };
  const userMutation = (name: string, user: string) =>
    scene.mutate(`${name}(input: { name: "${user}" }) { user { name } }`);
  const mutation = (name: string, id: string, more = '') =>
    scene.mutate(`${name}(input: { id: "${id}"${more} }) { application { id name owner disabledAt } }`);

  test('keys and webhooks rest with a disabled owner and come back, but for what was ended one by one', async () => {
    await scene.createUser('mio');
    const id = await newApplication('mio');
    const [key, ended] = [await newKey(id), await newKey(id)];
    const [kept, off, disabledBefore] = [await newWebhook(id), await newWebhook(id), await newWebhook(id)];
    await scene.mutate(`disableWebhook(input: { id: "${disabledBefore}" }) { webhook { id } }`);
    expect([await scene.read(key.text), await scene.read(ended.text)]).toEqual([200, 200]);

    await userMutation('disableUser', 'mio');
    await scene.ends(key.text);
    expect((await call(key.text, '/v1/anime')).body.detail).toBe(
      "The API key is suspended. The application's owner is disabled.",
    );
    const suspended = ['DISABLED', "The application's owner is disabled."];
    expect(await webhooks(id)).toEqual({ [kept]: suspended, [off]: suspended, [disabledBefore]: ['DISABLED', null] });
    await expect(newWebhook(id)).rejects.toThrow('owner is disabled');
    await expect(newKey(id)).rejects.toThrow('owner is disabled');
    await expect(scene.mutate(`enableWebhook(input: { id: "${kept}" }) { webhook { id } }`)).rejects.toThrow(
      'owner is disabled',
    );
    await scene.mutate(`revokeApiKey(input: { id: "${ended.id}" }) { apiKey { id } }`);
    await scene.mutate(`disableWebhook(input: { id: "${off}" }) { webhook { id } }`);

    await userMutation('enableUser', 'mio');
    expect(await webhooks(id)).toEqual({
      [kept]: ['ENABLED', null],
      [off]: ['DISABLED', null],
      [disabledBefore]: ['DISABLED', null],
    });
    await until(async () => (await scene.read(key.text)) === 200);
    expect(await scene.read(ended.text)).toBe(401);
  }, 60_000);

  test('an application is suspended, is told so, and comes back when neither it nor its owner is disabled', async () => {
    await scene.createUser('rin');
    const id = await newApplication('rin');
    const [key, webhook, token] = [await newKey(id), await newWebhook(id), await tokenOf('rin')];
    const disabled = await mutation('disableApplication', id);
    expect(disabled.disableApplication?.application).toMatchObject({ id, disabledAt: expect.any(String) });
    await scene.ends(key.text);
    expect((await call(token, `${hooks(id)}/${webhook}`)).body).toMatchObject({
      status: 'disabled',
      disabledReason: 'The application is disabled.',
    });
    expect(await call(token, `${hooks(id)}/${webhook}/enable`, 'POST')).toMatchObject({
      status: 409,
      body: { detail: 'The application is disabled.' },
    });

    await userMutation('disableUser', 'rin');
    await mutation('enableApplication', id);
    expect((await webhooks(id))[webhook]?.[0]).toBe('DISABLED');
    await userMutation('enableUser', 'rin');
    expect(await webhooks(id)).toEqual({ [webhook]: ['ENABLED', null] });
  }, 60_000);

  test('an account is deleted when its applications are gone, or with them, and its name is free again', async () => {
    await scene.createUser('zed');
    const { client } = scene.service.ports.database;
    const [id, kept] = [await newApplication('zed'), await newApplication('ann')];
    const [key, webhook, token] = [await newKey(id), await newWebhook(id), await tokenOf('zed')];
    const remove = (more = '') => scene.mutate(`deleteUser(input: { name: "zed"${more} }) { name }`);
    await expect(remove()).rejects.toThrow(`zed has applications: x (${id}); transfer or delete them first`);
    expect([await scene.read(key.text), (await call(token, hooks(id))).status]).toEqual([200, 200]);
    expect(await remove(', withApplications: true')).toEqual({ deleteUser: { name: 'zed' } });
    await scene.ends(key.text);
    expect((await call(token, hooks(id))).status).toBe(401);
    expect(await client.webhook.findUnique({ where: { id: webhook } })).toMatchObject({ status: 'deleted' });
    await expect(remove()).rejects.toThrow('There is no user zed');
    const events = await client.auditEvent.findMany({
      where: { object: { in: ['zed', id] } },
      orderBy: { id: 'desc' },
    });
    expect(
      events
        .slice(0, 2)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(['deleteApplication', 'deleteUser']);
    await scene.createUser('zed');
    const mine = await scene.service.ask({ query: '{ applications(owner: "zed") { nodes { id } } }' });
    expect(await mine.json()).toEqual({ data: { applications: { nodes: [] } } });
    expect(await remove()).toEqual({ deleteUser: { name: 'zed' } });
    expect(await client.application.findUnique({ where: { id: kept } })).toMatchObject({ deletedAt: null });
  }, 60_000);

  test('no application outlives its account: a deletion and a creation wait for each other', async () => {
    await scene.createUser('kai');
    const { database } = scene.service.ports;
    /** Waits until the mutation waits for this transaction. @returns the refusal after its end */
    const behind = async (first: (client: TransactionClient) => Promise<unknown>, mutation: string) => {
      let second: Promise<unknown> = Promise.resolve();
      await database.transaction(async (client) => {
        await first(client);
        second = scene.mutate(mutation).catch((error: unknown) => error);
        await until(async () => {
          const waiting = await client.$queryRaw<object[]>`
            SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
          return waiting.length > 0;
        });
      });
      return await second;
    };
    const create = async (client: TransactionClient) => {
      await requireApplicationQuota(client, { subject: 'kai', issuer: OWN_ISSUER }, true);
      await createApplication(client, { name: 'Late', owner: 'kai' });
    };
    const refused = await behind(create, 'deleteUser(input: { name: "kai" }) { name }');
    expect(refused).toMatchObject({ message: expect.stringContaining('kai has applications: Late') });
    const remove = (client: TransactionClient) => deleteUser(client, { name: 'kai', goes: () => true }, new Date());
    const input = '{ name: "Later", owner: "kai", requireAccount: true }';
    const late = await behind(remove, `createApplication(input: ${input}) { application { id } }`);
    expect(late).toMatchObject({ message: expect.stringContaining('there is no account kai') });
  });

  test('a link that invited somebody makes no account again that was deleted', async () => {
    const { inviteUser } = await scene.mutate('inviteUser(input: { name: "ivo" }) { path }');
    await scene.createUser('ivo');
    await scene.mutate('deleteUser(input: { name: "ivo" }) { name }');
    expect((await fetch(scene.origin + String(inviteUser?.path))).status).toBe(409);
  });

  test('an application goes to another owner, and is deleted with all that it has', async () => {
    const id = await newApplication('ann');
    const [key, webhook, ofAnn] = [await newKey(id), await newWebhook(id), await tokenOf('ann')];
    await expect(mutation('transferApplication', id, ', owner: "ghost", requireAccount: true')).rejects.toThrow(
      'there is no account ghost',
    );
    await scene.createUser('uma');
    await mutation('transferApplication', id, ', owner: "uma", requireAccount: true');
    const ofUma = await tokenOf('uma');
    expect((await call(ofAnn, hooks(id))).status).toBe(403);
    expect((await call(ofUma, hooks(id))).status).toBe(200);
    expect(await scene.read(key.text)).toBe(200);

    await scene.mutate(`deleteApplication(input: { id: "${id}" }) { id }`);
    expect((await call(ofUma, hooks(id))).status).toBe(404);
    expect((await call(ofUma, `${hooks(id)}/${webhook}`)).status).toBe(404);
    await scene.ends(key.text);
    await expect(mutation('enableApplication', id)).rejects.toThrow('There is no application');
    await expect(newWebhook(id)).rejects.toThrow('There is no application');
  }, 60_000);

  test('an owner has 20 applications at most, however many are made at once', async () => {
    const made = await Promise.allSettled(Array.from({ length: 30 }, () => newApplication('many')));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    for (const answer of made) {
      if (answer.status === 'rejected') expect(String(answer.reason)).toContain('many has 20 applications');
    }
    const id = await newApplication('few');
    await expect(mutation('transferApplication', id, ', owner: "many"')).rejects.toThrow('20 applications');
    const [first] = made;
    if (first?.status === 'fulfilled') await scene.mutate(`deleteApplication(input: { id: "${first.value}" }) { id }`);
    await mutation('transferApplication', id, ', owner: "many"');
  }, 60_000);
});

describeWith(['postgres'], 'owners and issuers', () => {
  test('a token of another issuer is revoked by its user or its jti', async () => {
    const other = await openIssuer();
    const service = await openTestService({ OAUTH_ISSUER: other.url });
    const read = async (token: string) =>
      (await fetch(`${service.publicUrl}/v1/anime`, { headers: { authorization: `Bearer ${token}` } })).status;
    const mutate = (text: string) => service.ask({ query: `mutation { ${text} }` });
    try {
      const [first, second] = [await other.token({ jti: 'one' }), await other.token({ jti: 'two' })];
      const earlier = await other.token({ jti: 'three', iat: Math.floor(Date.now() / 1000) - 60 });
      await mutate('revokeToken(input: { jti: "one" }) { revokedAt }');
      expect([await read(first), await read(second)]).toEqual([401, 200]);
      // Of a clock that is ahead by almost as much as it may be.
      const iat = Math.floor(Date.now() / 1000) + 59;
      const [ahead, another] = [await other.token({ jti: 'four', iat }), await other.token({ jti: 'five', iat })];
      expect(await read(ahead)).toBe(200);
      const answer = await mutate('revokeUserTokens(input: { user: "ann" }) { notBefore }');
      const { data } = (await answer.json()) as { data: { revokeUserTokens: { notBefore: string } } };
      expect([await read(earlier), await read(another)]).toEqual([401, 401]);
      const after = Math.floor(Date.parse(data.revokeUserTokens.notBefore) / 1000) + 1;
      expect(await read(await other.token({ jti: 'six', iat: after }))).toBe(200);
      // An issuer may sign what no table can hold.
      for (const jti of [8, ['a'], 'a\u0000b']) expect(await read(await other.token({ jti, iat: after }))).toBe(200);
      // OAUTH_HUMAN_CLAIM is unset: webhooks are closed to the issuer's tokens.
      const managing = await other.token({ jti: 'seven', iat: after, scope: 'webhooks.read', sid: 'x' });
      const hooks = '/v1/developer/applications/0198c0de-0000-7000-8000-000000000000/webhooks';
      const refused = await fetch(service.publicUrl + hooks, { headers: { authorization: `Bearer ${managing}` } });
      expect(await refused.json()).toMatchObject({
        status: 403,
        code: 'human_user_required',
        detail: expect.stringContaining('OAUTH_HUMAN_CLAIM'),
      });
    } finally {
      await service.end();
      await other.close();
    }
  }, 60_000);
});

describeWith(['postgres'], 'ids by their last digits', () => {
  const ID = '0198c7a2-8c1e-7d3b-9f00-2b6a1c4d5e6f';

  const catalog = ofSuite(openTestCatalog);

  beforeAll(async () => {
    await catalog.import(newAnime(1, 2));
    const { client } = catalog.database;
    for (let made = 0; made < 7; made += 1) {
      const id = ID.replace('0198c7a2', `0198c7a${made}`).replace('2b6a1c4d5e6f', `2b6a1${made}4d5e6f`);
      await client.application.create({ data: { id, name: 'A', owner: 'ann', ownerIssuer: 'own' } });
    }
  });

  const find = (digits: string, ...kinds: IdKind[]) => idsEndingWith(catalog.database, kinds, digits);

  test('name one object, or several, or none; of deleted ones none', async () => {
    const { client } = catalog.database;
    const { id } = await client.anime.findFirstOrThrow();
    expect(await find(id.slice(-12), 'anime')).toEqual([id]);
    expect(await find(id.slice(-12).toUpperCase(), 'application', 'episode', 'anime', 'anime')).toEqual([id]);
    expect(await find(id.slice(-12), 'proposal', 'webhook', 'episode')).toEqual([]);
    expect(await find(id.slice(-12))).toEqual([]);
    const one = '0198c7a3-8c1e-7d3b-9f00-2b6a134d5e6f';
    expect(await find('a134d5e6f', 'application')).toEqual([one]);
    expect(await find('4d5e6f', 'application')).toHaveLength(MOST_IDS);
    await client.application.update({ where: { id: one }, data: { deletedAt: new Date() } });
    expect(await find('a134d5e6f', 'application')).toEqual([]);
  });

  test.each(['', '4d5e6', '2b6a134d5e6f0', '%%%%%%', '______', '\0'.repeat(6), "' OR 1=1", 'é'.repeat(100_000)])(
    'are 6 to 12: %#',
    async (digits) => {
      await expect(find(digits, 'application')).rejects.toThrow(/^digits: 6 to 12 hexadecimal digits/);
    },
  );
});

describeWith(['postgres'], 'invitations', () => {
  const DAY_MS = 86_400_000;

  const catalog = ofSuite(openTestCatalog);

  test('that ended a week ago are removed, later ones stay', async () => {
    const { client } = catalog.database;
    for (const [name, daysAgo] of Object.entries({ ann: 0, bob: 7, cecil: 9 }))
      await inviteUser(client, name, new Date(Date.now() - daysAgo * DAY_MS));
    expect(await removeEndedInvitations(catalog.database)).toBe(1);
    const left = await client.invitation.findMany({ orderBy: { name: 'asc' }, select: { name: true } });
    expect(left).toEqual([{ name: 'ann' }, { name: 'bob' }]);
  });
});
