import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { REVIEW } from '../../../src/graph/model/permissions.ts';
import { openIssuer } from '../../identity/token/openIssuer.ts';
import { describeWith } from '../../support/describeWith.ts';
import { freePort } from '../../support/freePort.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestService, type TestService } from '../../support/openTestService.ts';
import { PASSWORD, PASSWORD_HASH } from '../../support/password.ts';
import { formsOf } from '../account/person.ts';
import { CookieClient } from '../support/cookieClient.ts';

/** A service whose people can sign in to the desk, at addresses that it knows. */
async function openTeamService(more: Readonly<Record<string, string>> = {}) {
  const [port, internalPort] = [String(await freePort()), String(await freePort())];
  return await openTestService({
    ...{ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` },
    ...{ INTERNAL_PORT: internalPort, INTERNAL_URL: `http://127.0.0.1:${internalPort}` },
    ...more,
  });
}

const mutate = async (service: TestService, mutation: string) =>
  (await (await service.ask({ query: `mutation { ${mutation} }` })).json()) as {
    readonly data: Readonly<Record<string, Readonly<Record<string, { readonly id: string }>>>>;
    readonly errors?: readonly { readonly message: string }[];
  };

/** Signs in by the form. @returns the page on which the browser ends */
function signIn(browser: CookieClient, internalUrl: string, name: string, to = '/review') {
  return browser.follow(`${internalUrl}/review/sign-in`, { name, password: PASSWORD, to });
}

describeWith(['postgres'], 'a team at the desk', () => {
  const service = ofSuite(openTestService);
  beforeAll(async () => {
    const passwordHash = PASSWORD_HASH;
    const permitted = ['ann', 'sam'].map((name) => ({ name, passwordHash, permissions: [REVIEW] }));
    await service.ports.database.client.user.createMany({ data: [{ name: 'eve', passwordHash }, ...permitted] });
  }, 120_000);

  const open = async (browser: CookieClient, path: string) =>
    (await browser.follow(service.internalUrl + path)).response.status;

  test('signs in with the password and the permission, and goes on to the page that was asked for', async () => {
    const ann = new CookieClient();
    const closed = await ann.follow(`${service.internalUrl}/review/history`);
    expect([closed.response.status, await closed.response.text()]).toEqual([
      401,
      expect.stringContaining('name="to" value="/review/history"'),
    ]);
    const shown = await signIn(ann, service.internalUrl, 'ann', '/review/history');
    expect([shown.response.status, shown.url]).toEqual([200, `${service.internalUrl}/review/history`]);
    expect(await shown.response.text()).toContain('Signed in as <bdi>ann</bdi>');
    const { url } = await signIn(ann, service.internalUrl, 'ann', '/graphql');
    expect(url).toBe(`${service.internalUrl}/review`);
  });

  test('nobody without it, and no session is left', async () => {
    const eve = new CookieClient();
    const refused = await signIn(eve, service.internalUrl, 'eve');
    expect([refused.response.status, await refused.response.text()]).toEqual([
      403,
      expect.stringContaining('eve may not review: catalog users grant eve catalog.review permits it.'),
    ]);
    expect(await open(eve, '/review')).toBe(401);
    expect(await service.ports.database.client.portalSession.count({ where: { subject: 'eve' } })).toBe(0);
  });

  test('its session opens no account, that of an account no desk; the account lists and ends it', async () => {
    const ann = new CookieClient();
    await signIn(ann, service.internalUrl, 'ann');
    await ann.follow(`${service.publicUrl}/account/sign-in`, { name: 'ann', password: PASSWORD });
    const cookieOf = (name: string) =>
      new RegExp(`catalog-${name}=([^;]+)`).exec(ann.cookieFor(`${service.internalUrl}/`))?.[1] ?? '';
    const status = async (url: string, cookie: string) => (await fetch(url, { headers: { cookie } })).status;
    const [desk, account] = [cookieOf('desk'), cookieOf('session')];
    expect(desk.length + account.length).toBe(86);
    expect(await status(`${service.publicUrl}/account`, `catalog-session=${desk}`)).toBe(401);
    expect(await status(`${service.internalUrl}/review`, `catalog-desk=${account}`)).toBe(401);
    const you = await (await ann.follow(`${service.publicUrl}/account/you`)).response.text();
    expect(you).toContain('another, at the desk');
    const everywhere = formsOf(you).find(({ name }) => name === 'everywhere');
    await fetch(`${service.publicUrl}/account/you`, {
      ...{ method: 'POST', body: everywhere?.fields ?? '' },
      headers: { cookie: `catalog-session=${account}`, 'sec-fetch-site': 'same-origin' },
    });
    expect(await status(`${service.internalUrl}/review`, `catalog-desk=${desk}`)).toBe(401);
  });

  test('a permission that is granted again opens no session that its loss has closed', async () => {
    const sam = new CookieClient();
    await signIn(sam, service.internalUrl, 'sam');
    expect(await open(sam, '/review')).toBe(200);
    for (const change of ['revokePermission', 'grantPermission']) {
      const answer = await mutate(
        service,
        `${change}(input: { name: "sam", permission: "catalog.review" }) { user { name } }`,
      );
      expect(answer.errors).toBeUndefined();
    }
    expect(await open(sam, '/review')).toBe(401);
    const { errors } = await mutate(
      service,
      'grantPermission(input: { name: "sam", permission: "everything" }) { user { name } }',
    );
    expect(errors?.[0]?.message).toContain('is not a permission');
  });

  test('a guess is refused, recorded, and counted at the desk and the account together', async () => {
    const url = `${service.internalUrl}/review/sign-in`;
    const wrong = await new CookieClient().go(url, { name: 'ann', password: 'not this one' });
    expect([wrong.status, await wrong.text()]).toEqual([401, expect.stringContaining('Name or password is wrong.')]);
    const where = { kind: 'signIn', outcome: 'refused', object: 'ann' };
    const event = await service.ports.database.client.auditEvent.findFirst({ where });
    expect(event).toMatchObject({ actor: 'anonymous', address: '127.0.0.1' });
    for (let tried = 0; tried < 10; tried += 1) await service.ports.quotas?.charge('signInsOfAccount', 'tom');
    for (const at of [url, `${service.publicUrl}/account/sign-in`])
      expect((await new CookieClient().go(at, { name: 'Tom', password: PASSWORD })).status).toBe(429);
  });
});

describeWith(['postgres'], 'the address of a team', () => {
  let service: TestService;
  const open = async (more: Readonly<Record<string, string>>) => {
    service = await openTeamService({ TRUST_PROXY: 'loopback', ...more });
    await service.ports.database.client.user.create({
      data: { name: 'ann', passwordHash: PASSWORD_HASH, permissions: [REVIEW] },
    });
  };
  afterEach(() => service?.end());

  test('by http no header chooses the address that sign-ins are counted by', async () => {
    await open({});
    const form = { name: 'ann', password: PASSWORD };
    for (let tried = 0; tried < 30; tried += 1) await service.ports.quotas?.charge('signInsOfAddress', '127.0.0.1');
    const away = { 'x-forwarded-for': '203.0.113.9', 'sec-fetch-site': 'same-origin' };
    expect((await new CookieClient().go(`${service.internalUrl}/review/sign-in`, form, away)).status).toBe(429);
  });

  test('behind a proxy of https events and counts have the address of the browser', async () => {
    await open({ INTERNAL_URL: 'https://127.0.0.1' });
    const away = { 'x-forwarded-for': '203.0.113.9', 'sec-fetch-site': 'same-origin' };
    const form = { name: 'ann', password: PASSWORD };
    const ann = new CookieClient();
    expect((await ann.go(`${service.internalUrl}/review/sign-in`, form, away)).status).toBe(303);
    const cookie = ann.cookieFor(`${service.internalUrl}/review`);
    const page = await (await fetch(`${service.internalUrl}/review`, { headers: { ...away, cookie } })).text();
    const body = formsOf(page).find(({ name }) => name === 'leave')?.fields ?? '';
    await fetch(`${service.internalUrl}/review/leave`, { method: 'POST', headers: { ...away, cookie }, body });
    const where = { address: '203.0.113.9' };
    const events = await service.ports.database.client.auditEvent.findMany({ where, orderBy: { id: 'asc' } });
    expect(events.map(({ kind, actor, object }) => [kind, actor, object])).toEqual([
      ['signIn', 'user:ann', 'ann'],
      ['signOut', 'reviewer:ann', 'ann'],
    ]);
    for (let tried = 0; tried < 30; tried += 1) await service.ports.quotas?.charge('signInsOfAddress', '203.0.113.9');
    expect((await ann.go(`${service.internalUrl}/review/sign-in`, form, away)).status).toBe(429);
    expect((await ann.go(`${service.internalUrl}/review/sign-in`, form)).status).toBe(303);
  });
});

describeWith(['postgres'], 'a team of another issuer', () => {
  const issuer = ofSuite(openIssuer);
  const service = ofSuite(() => openTeamService({ OAUTH_ISSUER: issuer.url, PORTAL_CLIENT_ID: 'desk' }));
  beforeAll(async () => {
    const account = { name: 'ann', passwordHash: PASSWORD_HASH, permissions: [REVIEW] };
    await service.ports.database.client.user.create({ data: account });
  });

  test.each([
    // Keycloak and Auth0, Entra ID; the account of that name here permits nothing.
    [{ scope: 'openid catalog.review' }, 200, 'Signed in as <bdi>ann</bdi>'],
    [{ scope: undefined, scp: 'catalog.review' }, 200, 'Signed in as <bdi>ann</bdi>'],
    [{ scope: 'openid catalog.reviewer' }, 403, 'the access token lacks the scope catalog.review'],
    [{ scope: 'catalog.review', client_id: 'ann' }, 403, 'not a person'],
    [{ scope: 'catalog.review', aud: 'another' }, 403, 'another audience'],
    [{ scope: 'catalog.review', sub: 'nna \u202e' }, 403, 'sub of this person must be one line'],
  ])('a token with %j is answered %d', async (claims, status, text) => {
    const ann = new CookieClient();
    const asked = new URL((await ann.follow(`${service.internalUrl}/review/sign-in?to=/review`)).url).searchParams;
    // Another tab begins meanwhile.
    await ann.go(`${service.internalUrl}/review/sign-in`);
    expect(asked.get('scope')).toBe('openid catalog.review');
    expect(asked.get('redirect_uri')).toBe(`${service.internalUrl}/review/signed-in`);
    issuer.grant({
      token_type: 'bearer',
      access_token: await issuer.token({ sub: 'ann', ...claims }),
      id_token: await issuer.token({ sub: 'other', aud: 'desk', nonce: asked.get('nonce') }, { typ: 'JWT' }),
    });
    const callback = new URLSearchParams({ code: 'x', state: asked.get('state') ?? '' });
    const { response } = await ann.follow(`${service.internalUrl}/review/signed-in?${callback}`);
    expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(text)]);
    expect((await ann.follow(`${service.internalUrl}/review`)).response.status).toBe(status === 200 ? 200 : 401);
    const [event] = await service.ports.database.client.auditEvent.findMany({ orderBy: { id: 'desc' }, take: 1 });
    const outcome = status === 200 ? 'done' : 'refused';
    // Of a token that names no person nothing is known.
    if (!/person$|audience/.test(text)) expect(event).toMatchObject({ kind: 'signIn', outcome, address: '127.0.0.1' });
  });

  test('a callback that nobody asked for, or of another browser, lets nobody in', async () => {
    const [ann, eve] = [new CookieClient(), new CookieClient()];
    const open = async (path: string) => (await ann.follow(service.internalUrl + path)).response.status;
    for (const query of ['', '?code=x', '?code=x&state=y', '?error=access_denied', '?state=%00&code=%ff']) {
      expect([query, await open(`/review/signed-in${query}`)]).toEqual([query, 400]);
    }
    const begun = new URL((await eve.follow(`${service.internalUrl}/review/sign-in`)).url).searchParams;
    await ann.go(`${service.internalUrl}/review/sign-in`);
    const callback = new URLSearchParams({ code: 'x', state: begun.get('state') ?? '' });
    expect(await open(`/review/signed-in?${callback}`)).toBe(400);
    expect(await open('/review')).toBe(401);
  });
});
