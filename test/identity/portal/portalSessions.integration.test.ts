import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { allowInsecureRequests, Configuration, customFetch, discovery, None } from 'openid-client';
import { OWN_ISSUER } from '../../../src/graph/caller/issuerName.ts';
import { endEverything, revokeUserTokens } from '../../../src/graph/user/revocations.ts';
import { createUser, setUserDisabled } from '../../../src/graph/user/users.ts';
import { PortalSessions, removeEndedSessions } from '../../../src/identity/portal/portalSessions.ts';
import { beginSignIn, finishSignIn } from '../../../src/identity/portal/portalSignIn.ts';
import { RemoteIssuer } from '../../../src/identity/token/remoteIssuer.ts';
import { TokenVerifier } from '../../../src/identity/token/tokenVerifier.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { openIssuer, type TestIssuer } from '../token/openIssuer.ts';

describeWith(['postgres'], 'sessions of the account', () => {
  const formNumber = () => randomBytes(16).toString('base64url');

  const catalog = ofSuite(() => openTestCatalog({ poolSize: 8 }));
  let sessions: PortalSessions;

  beforeAll(async () => {
    sessions = new PortalSessions(catalog.database, OWN_ISSUER);
  });

  const begin = (subject = 'mio') => sessions.begin(subject, null);
  /** Moves what is stored of a person into the past. */
  const age = (subject: string, created: string, seen: string) => catalog.database.client.$executeRaw`
    UPDATE portal_session SET created_at = now() - ${created}::interval, seen_at = now() - ${seen}::interval WHERE subject = ${subject}`;

  test('a session is found by its cookie alone, of which only the digest is stored', async () => {
    const session = await begin();
    expect(await sessions.find(session.cookie)).toEqual(session);
    const rows = await catalog.database.client.$queryRaw<
      { row: string }[]
    >`SELECT to_jsonb(s)::text AS row FROM portal_session s`;
    const texts = rows.map(({ row }) => row).join();
    expect(texts).not.toContain(session.cookie);
    expect(texts).not.toContain(Buffer.from(session.cookie, 'base64url').toString('hex'));
    const other = await begin();
    expect(other.cookie).not.toBe(session.cookie);
    for (const wrong of [
      '',
      'x',
      `${session.cookie}x`,
      session.cookie.toLowerCase(),
      '\0'.repeat(43),
      'é'.repeat(43),
      'a'.repeat(100_000),
    ])
      expect(await sessions.find(wrong)).toBeNull();
    expect(await new PortalSessions(catalog.database, 'https://issuer.example').find(session.cookie)).toBeNull();
  });

  test('it ends two hours after the last request, twelve after sign-in, and with sign-out', async () => {
    const session = await begin('idle');
    await age('idle', '11 hours', '119 minutes');
    expect(await sessions.find(session.cookie)).toEqual(session);
    // That request counted.
    const { seenAt } = await catalog.database.client.portalSession.findFirstOrThrow({ where: { subject: 'idle' } });
    expect(Date.now() - seenAt.getTime()).toBeLessThan(60_000);
    await age('idle', '11 hours', '121 minutes');
    expect(await sessions.find(session.cookie)).toBeNull();
    await age('idle', '12 hours 1 minute', '1 minute');
    expect(await sessions.find(session.cookie)).toBeNull();
    await removeEndedSessions(catalog.database);
    expect(await catalog.database.client.portalSession.count({ where: { subject: 'idle' } })).toBe(0);
    const [one, two, others] = [await begin('out'), await begin('out'), await begin('in')];
    await sessions.end(one, '192.0.2.1');
    expect(await sessions.find(one.cookie)).toBeNull();
    expect(await sessions.find(two.cookie)).toEqual(two);
    const [three, desk] = [await begin('out'), new PortalSessions(catalog.database, OWN_ISSUER, 'desk')];
    await desk.begin('out', null);
    await catalog.database.transaction((client) => endEverything(client, 'out'));
    expect([await sessions.find(two.cookie), await sessions.find(three.cookie)]).toEqual([null, null]);
    expect(await catalog.database.client.portalSession.count({ where: { subject: 'out' } })).toBe(0);
    expect(await sessions.find(others.cookie)).toEqual(others);
  });

  test('it is found while the database is read-only', async () => {
    const session = await begin('reader');
    await age('reader', '1 hour', '5 minutes');
    const { client } = catalog.database;
    await client.$executeRaw`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE 'cannot execute UPDATE in a read-only transaction' USING ERRCODE = '25006'; END $$`;
    await client.$executeRaw`CREATE TRIGGER refuse BEFORE UPDATE ON portal_session FOR EACH ROW EXECUTE FUNCTION refuse()`;
    try {
      expect(await sessions.find(session.cookie)).toEqual(session);
    } finally {
      await client.$executeRaw`DROP FUNCTION refuse() CASCADE`;
    }
  });

  test('it ends with the account, and with everything issued before a revocation', async () => {
    const { client } = catalog.database;
    const user = await createUser(client, 'yui', 'correct horse battery');
    const session = await sessions.beginFor(user);
    expect(session && (await sessions.find(session.cookie))).toEqual(session);
    await setUserDisabled(client, 'yui', new Date());
    expect(await sessions.find(session?.cookie ?? '')).toBeNull();
    expect(await sessions.beginFor(user)).toBeNull();
    await setUserDisabled(client, 'yui', null);
    expect(await sessions.find(session?.cookie ?? '')).toBeNull();
    // Of a password that was replaced meanwhile.
    expect(await sessions.beginFor({ ...user, passwordHash: 'another' })).toBeNull();
    const desk = new PortalSessions(catalog.database, OWN_ISSUER, 'desk');
    expect(await desk.beginFor(user)).toBeNull();
    const again = (await sessions.beginFor(user)) ?? (await begin());
    expect(await sessions.find(again.cookie)).toEqual(again);
    const elsewhere = new PortalSessions(catalog.database, 'https://issuer.example');
    const remote = await elsewhere.begin('yui', new Date());
    expect(await elsewhere.find(remote.cookie)).toEqual(remote);
    await revokeUserTokens(catalog.database, 'https://issuer.example', 'yui', new Date(Date.now() + 1_000));
    expect(await elsewhere.find(remote.cookie)).toBeNull();
    expect(await sessions.find(again.cookie)).toEqual(again);
  });

  test('it ends with a revocation however far the clock of its issuer is ahead', async () => {
    const elsewhere = new PortalSessions(catalog.database, 'https://ahead.example');
    const session = await elsewhere.begin('ui', new Date(Date.now() + 3_600_000));
    expect(await elsewhere.find(session.cookie)).toEqual(session);
    await revokeUserTokens(catalog.database, 'https://ahead.example', 'ui', new Date());
    expect(await elsewhere.find(session.cookie)).toBeNull();
  });

  test('a form is used once, however often it is sent at once', async () => {
    const session = await begin('forms');
    const number = formNumber();
    const uses = await Promise.all(Array.from({ length: 32 }, () => sessions.spendForm(session, number)));
    expect(uses.filter(Boolean)).toHaveLength(1);
    expect(await sessions.spendForm(session, formNumber())).toBe(true);
    // A number is of its session: another's is another.
    expect(await sessions.spendForm(await begin('forms'), number)).toBe(true);
    for (const wrong of ['', 'x', '\0'.repeat(22), number.repeat(5000), `${number}'`])
      expect(await sessions.spendForm(session, wrong)).toBe(false);
    await sessions.end(session, '192.0.2.1');
    expect(await sessions.spendForm(session, formNumber())).toBe(false);
    expect(await catalog.database.client.portalForm.count({ where: { from: { subject: 'forms' } } })).toBe(1);
  });
});

describe('sign-in at OAUTH_ISSUER', () => {
  let issuer: TestIssuer;
  let configuration: Configuration;
  let credentials: TokenVerifier;
  beforeAll(async () => {
    issuer = await openIssuer();
    const execute = [allowInsecureRequests];
    configuration = await discovery(new URL(issuer.url), 'pages', undefined, None(), { execute });
    credentials = new TokenVerifier(new RemoteIssuer(issuer.url), 'anime-catalog');
  });
  afterAll(() => issuer?.close());

  const origin = 'http://127.0.0.1:1';
  const begin = () =>
    beginSignIn(configuration, {
      ...{ scope: 'openid anime.read', audience: 'anime-catalog' },
      redirect_uri: `${origin}/account/signed-in`,
    });
  const back = (query: Readonly<Record<string, string>>) =>
    new URL(`/account/signed-in?${new URLSearchParams(query)}`, origin);
  /** What the issuer's token endpoint answers for a person who signed in. */
  const granted = async (nonce: string) => ({
    token_type: 'bearer',
    access_token: await issuer.token({ sub: 'ann' }),
    id_token: await issuer.token({ sub: 'other', aud: 'pages', nonce }, { typ: 'JWT' }),
  });

  test('a person is the sub of an access token', async () => {
    const { url, pending } = await begin();
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    issuer.grant(await granted(pending.nonce));
    const who = await finishSignIn(configuration, credentials, back({ code: 'x', state: pending.state }), pending);
    expect(who.subject).toBe('ann');
    expect(Math.abs(who.issuedAt.getTime() - Date.now())).toBeLessThan(10_000);
  });

  test("another browser's answer, a refusal and another nonce name nobody", async () => {
    const [mine, theirs] = [(await begin()).pending, (await begin()).pending];
    const refused = { name: 'SignInRefused' };
    issuer.grant(await granted(theirs.nonce));
    const finish = (query: Readonly<Record<string, string>>) =>
      finishSignIn(configuration, credentials, back(query), mine);
    await expect(finish({ code: 'x', state: theirs.state })).rejects.toMatchObject(refused);
    await expect(finish({ code: 'x', state: mine.state })).rejects.toMatchObject(refused);
    issuer.grant({ error: 'invalid_grant' });
    for (const query of [
      { error: 'access_denied', state: mine.state },
      { code: 'x', state: mine.state },
      { state: mine.state },
      {},
    ])
      await expect(finish(query)).rejects.toMatchObject(refused);
  });

  test.each([{ exp: 1_700_000_000 }, { nbf: 4_102_444_800 }])('an ID token with %j is 401', async (times) => {
    const { pending } = await begin();
    const { access_token, token_type } = await granted(pending.nonce);
    const claims = { sub: 'ann', aud: 'pages', nonce: pending.nonce, ...times };
    issuer.grant({ access_token, token_type, id_token: await issuer.token(claims, { typ: 'JWT' }) });
    const callback = back({ code: 'x', state: pending.state });
    const finished = finishSignIn(configuration, credentials, callback, pending);
    await expect(finished).rejects.toMatchObject({ name: 'SignInRefused', status: 401 });
  });

  test('an issuer that fails refuses nobody', async () => {
    const { pending } = await begin();
    const { state } = pending;
    const answers: [Record<string, string>, string, () => Promise<Response>][] = [
      [{ error: 'temporarily_unavailable' }, 'it says so', () => Promise.reject(new Error('not asked'))],
      [{ error: 'server_error' }, 'it fails', () => Promise.reject(new Error('not asked'))],
      [{ code: 'x' }, 'bad gateway', async () => new Response('<h1>', { status: 502 })],
      [{ code: 'x' }, 'not JSON', async () => new Response('<h1>', { status: 200 })],
      [{ code: 'x' }, 'busy', async () => new Response('{"error":"slow_down"}', { status: 429 })],
      [{ code: 'x' }, 'another secret', async () => Response.json({ error: 'invalid_client' }, { status: 401 })],
      [{ code: 'x' }, 'away', () => Promise.reject(new TypeError('fetch failed'))],
    ];
    for (const [query, what, answer] of answers) {
      const client = new Configuration(configuration.serverMetadata(), 'pages', undefined, None());
      allowInsecureRequests(client);
      client[customFetch] = answer;
      const callback = back({ ...query, state });
      const error = await finishSignIn(client, credentials, callback, pending).catch((failure: unknown) => failure);
      expect([what, error]).toEqual([what, expect.any(Error)]);
      expect([what, (error as Error).name]).not.toEqual([what, 'SignInRefused']);
    }
  });
});
