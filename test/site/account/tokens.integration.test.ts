import { describe, expect, jest, test } from '@jest/globals';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openCallerScene } from '../../support/openCallerScene.ts';
import { PASSWORD } from '../../support/password.ts';
import { Person } from './person.ts';

/** Each test signs somebody in, on machines that are busy with other things. */
jest.setTimeout(120_000);

describeWith(['postgres'], 'access tokens that people make', () => {
  const scene = ofSuite(openCallerScene);

  const PAGE = '/account/tokens';
  const person = async (name: string, password = PASSWORD) => {
    const made = new Person(scene.origin);
    await made.signIn(name, '/account', password);
    return made;
  };
  const user = async (name: string) => {
    await scene.createUser(name);
    return await person(name);
  };
  const make = async (of: Person, typed: Readonly<Record<string, string | readonly string[]>> = {}) => {
    const shown = await of.send(PAGE, 'create', { label: 'Script', ...typed });
    return { ...shown, token: /eyJ[\w.-]+/.exec(shown.html)?.[0] ?? '' };
  };

  test('a person makes one for scopes and a time of her choice; it is shown once, listed, and works', async () => {
    const ann = await user('ann');
    const { status, token, headers } = await make(ann, { scope: ['anime.read', 'webhooks.write'], expires: '4' });
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    const { iat = 0, ...claims } = decodeJwt(token);
    expect(claims).toMatchObject({ sub: 'ann', aud: 'anime-catalog', iss: 'http://localhost', exp: iat + 4 * 3600 });
    expect(claims.scope).toBe('anime.read webhooks.write');
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
    expect([await scene.read(token), await scene.read(token, '/v1/search?q=x')]).toEqual([200, 403]);
    const { html } = await ann.open(PAGE);
    expect(html).toContain('<bdi>Script</bdi>');
    expect(html).not.toContain(token);
    const rows = await scene.service.ports.database.client.$queryRaw<{ row: string }[]>`
      SELECT to_jsonb(t)::text AS row FROM access_token t UNION ALL SELECT to_jsonb(k)::text FROM signing_key k`;
    for (const secret of [token, token.split('.')[2] ?? '', '"d":']) expect(JSON.stringify(rows)).not.toContain(secret);
    const events = await scene.service.ports.database.client.auditEvent.findMany({ where: { kind: 'issueToken' } });
    expect(events).toEqual([expect.objectContaining({ actor: 'user:ann', object: 'ann', outcome: 'done' })]);
  });

  test('anybody verifies it with the published keys, which hold nothing private', async () => {
    const token = await scene.issue('ann');
    const answer = await fetch(`${scene.origin}/.well-known/jwks.json`, { headers: { origin: 'https://a.example' } });
    expect(answer.headers.get('content-type')).toBe('application/jwk-set+json');
    const { keys } = (await answer.json()) as { keys: Record<string, unknown>[] };
    for (const key of keys) expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
    const keySet = createRemoteJWKSet(new URL(`${scene.origin}/.well-known/jwks.json`));
    const { payload } = await jwtVerify(token, keySet, { audience: 'anime-catalog', algorithms: ['ES256'] });
    expect(payload.sub).toBe('ann');
  });

  let odd: Promise<Person> | null = null;
  test.each([
    [{ scope: 'catalog.review' }, 'It is a permission of people, which no credential carries'],
    [{ scope: [] }, 'none is given'],
    [{ expires: '13' }, 'expires: one of the choices is expected'],
    [{ label: ' ' }, 'label: 1 to 100 characters'],
  ])('one with %j is refused', async (typed, message) => {
    odd ??= user('odd');
    const answer = await make(await odd, typed);
    expect([answer.status, answer.token, answer.html.replaceAll('&#34;', '&quot;')]).toEqual([
      400,
      '',
      expect.stringContaining(message),
    ]);
    expect(await scene.service.ports.database.client.accessToken.count({ where: { subject: 'odd' } })).toBe(0);
  });

  test('one is taken back at once, by its person alone', async () => {
    const [bob, mal] = [await user('bob'), await user('mal')];
    const [token, other] = [(await make(bob)).token, (await make(bob)).token];
    expect([await scene.read(token), await scene.read(other)]).toEqual([200, 200]);
    await make(mal);
    const id = String(decodeJwt(token).jti);
    const stolen = await mal.send(PAGE, 'revoke', { id });
    expect([stolen.status, await scene.read(token)]).toEqual([404, 200]);
    for (const odd of ['x', '', '\0', id.toUpperCase().replace(/^./, 'g')])
      expect((await bob.send(PAGE, 'revoke', { id: odd })).status).toBeGreaterThanOrEqual(400);
    expect((await bob.send(PAGE, 'revoke', { id })).status).toBe(200);
    expect([await scene.read(token), await scene.read(other)]).toEqual([401, 200]);
    await scene.mutate(`revokeToken(input: { jti: "${decodeJwt(other).jti}" }) { revokedAt }`);
    expect(await scene.read(other)).toBe(401);
    await expect(scene.mutate(`revokeToken(input: { jti: "${id}" }) { revokedAt }`)).rejects.toThrow(id);
  });

  describe('everything of a person ends at once, at each process', () => {
    test.each<[string, (name: string, of: Person) => Promise<unknown>]>([
      ['sign out everywhere', (_name, of) => of.send('/account/you', 'everywhere')],
      [
        'a new password of her own',
        (_name, of) =>
          of.send('/account/you', 'password', {
            current: PASSWORD,
            password: `new ${PASSWORD}`,
            again: `new ${PASSWORD}`,
          }),
      ],
      [
        'a new password',
        (name) =>
          scene.mutate(`changePassword(input: { name: "${name}", password: "new ${PASSWORD}" }) { user { name } }`),
      ],
      ['disabling', (name) => scene.mutate(`disableUser(input: { name: "${name}" }) { user { name } }`)],
      ['a revocation', (name) => scene.mutate(`revokeUserTokens(input: { user: "${name}" }) { notBefore }`)],
    ])('%s', async (what, end) => {
      const name = what.replaceAll(' ', '-');
      const [here, there] = [await user(name), await person(name)];
      const { client } = scene.service.ports.database;
      await client.user.update({ where: { name }, data: { permissions: ['catalog.review'] } });
      const desk = new Person(scene.service.internalUrl);
      await desk.browser.follow(`${scene.service.internalUrl}/review/sign-in`, { name, password: PASSWORD });
      const tokens = [(await make(here)).token, (await make(there)).token, await scene.issue(name, 43_200)];
      const stands = async () => [
        (await here.open('/account')).status,
        (await there.open('/account')).status,
        (await desk.open('/review')).status,
        ...(await Promise.all(tokens.map((token) => scene.read(token)))),
      ];
      expect(await stands()).toEqual([200, 200, 200, 200, 200, 200]);
      await end(name, here);
      expect(await stands()).toEqual([401, 401, 401, 401, 401, 401]);
      expect(await client.portalSession.count({ where: { subject: name } })).toBe(0);
      if (what === 'disabling') {
        expect((await new Person(scene.origin).signIn(name)).status).toBe(401);
        await expect(scene.issue(name)).rejects.toThrow('disabled');
        await scene.mutate(`enableUser(input: { name: "${name}" }) { user { name } }`);
        expect(await stands()).toEqual([401, 401, 401, 401, 401, 401]);
      }
      // What begins after it works at once.
      expect(await scene.read(await scene.issue(name))).toBe(200);
    });

    test('and a person cannot end what is of others', async () => {
      const [kim, lee] = [await user('kim'), await user('lee')];
      await kim.send('/account/you', 'everywhere', { user: 'lee', name: 'lee' });
      expect((await lee.open('/account')).status).toBe(200);
    });
  });

  test('tokens that are made while everything ends are of before or after, and none lives on unseen', async () => {
    const { client } = scene.service.ports.database;
    for (let round = 0; round < 2; round += 1) {
      const name = `race-${round}`;
      const of = await user(name);
      const made = Array.from({ length: 6 }, () => make(of));
      await Promise.all([...made, of.send('/account/you', 'everywhere')]);
      expect(await client.accessToken.count({ where: { subject: name } })).toBe(0);
    }
  });

  test('guesses are throttled by account, whatever the address; right passwords do not count', async () => {
    await scene.createUser('gus');
    const attempt = (password: string, name = 'gus') =>
      new Person(scene.origin).browser.go(`${scene.origin}/account/sign-in`, { name, password });
    for (let time = 0; time < 3; time += 1) expect((await attempt(PASSWORD)).status).toBe(303);
    const tries: number[] = [];
    for (let time = 0; time < 12; time += 1) tries.push((await attempt('wrong password here')).status);
    expect(tries).toEqual([...Array(10).fill(401), 429, 429]);
    const refused = await attempt(PASSWORD);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 800]).toEqual([429, true]);
    const unknown = await attempt(PASSWORD, 'nobody');
    expect([unknown.status, await unknown.text()]).toEqual([
      401,
      expect.stringContaining('Name or password is wrong.'),
    ]);
  });

  test('an address whose attempts are used up locks no account', async () => {
    const { quotas } = scene.service.ports;
    for (let time = 0; time < 30; time += 1) await quotas?.charge('signInsOfAddress', '127.0.0.1');
    expect((await new Person(scene.origin).signIn('zoe')).status).toBe(429);
    for (let time = 0; time < 30; time += 1) await quotas?.giveBack('signInsOfAddress', '127.0.0.1');
    expect(await quotas?.read('signInsOfAccount', 'zoe')).toMatchObject({ remaining: 10 });
  });

  test('a key that is rotated signs on for its tokens, two at a time; withdrawn, it ends them', async () => {
    const old = await scene.issue('carol', 43_200);
    const rotated = await scene.mutate('rotateSigningKey { keyId }');
    const later = await scene.issue('carol');
    expect(decodeProtectedHeader(later).kid).toBe(rotated.rotateSigningKey?.keyId);
    expect([await scene.read(old), await scene.read(later)]).toEqual([200, 200]);
    await expect(scene.mutate('rotateSigningKey { keyId }')).rejects.toThrow(/live until .* withdraw/);
    await scene.mutate('rotateSigningKey(input: { now: true }) { keyId }');
    expect([await scene.read(old), await scene.read(later)]).toEqual([401, 401]);
    expect(await scene.read(await scene.issue('carol'))).toBe(200);
    const { keys } = (await (await fetch(`${scene.origin}/.well-known/jwks.json`)).json()) as { keys: unknown[] };
    expect(keys).toHaveLength(1);
  });

  test('the command line makes them for twelve hours at most, for who has no account too', async () => {
    const token = await scene.issue('nobody-here', 43_200);
    expect(await scene.read(token)).toBe(200);
    await expect(scene.issue('nobody-here', 43_201)).rejects.toThrow('60 to 43200 are expected');
    await scene.mutate('revokeUserTokens(input: { user: "nobody-here" }) { notBefore }');
    expect(await scene.read(token)).toBe(401);
    await expect(scene.mutate('revokeUserTokens(input: { user: "a b" }) { notBefore }')).rejects.toThrow(/^user: /);
    await expect(scene.mutate('revokeToken(input: { jti: "" }) { revokedAt }')).rejects.toThrow(/^jti: /);
  });
});
