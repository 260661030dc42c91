import { generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { exportSPKI, importJWK, type JWK, type JWTVerifyResult, SignJWT, UnsecuredJWT } from 'jose';
import { CredentialsUnavailableError } from '../../../src/graph/caller/credentialVerifier.ts';
import { RemoteIssuer } from '../../../src/identity/token/remoteIssuer.ts';
import { TokenVerifier } from '../../../src/identity/token/tokenVerifier.ts';
import { makeKey, openIssuer, type TestIssuer } from './openIssuer.ts';

let issuer: TestIssuer;
let remote: RemoteIssuer;
let verifier: TokenVerifier;

beforeAll(async () => {
  issuer = await openIssuer();
  remote = new RemoteIssuer(issuer.url);
  verifier = new TokenVerifier(remote, 'anime-catalog', 'own');
});
afterAll(() => issuer.close());
afterEach(() => {
  issuer.fail(null);
  issuer.call(null);
  jest.useRealTimers();
});

const seconds = () => Math.floor(Date.now() / 1000);
/** Sets the clock ahead until the test ends. */
const setClock = (ahead: number) =>
  jest.useFakeTimers({
    now: Date.now() + ahead * 1_000,
    doNotFake: ['setTimeout', 'nextTick', 'setImmediate', 'queueMicrotask', 'performance'],
  });
const accept = expect.objectContaining({ valid: true });
const refuse = (reason: RegExp) => ({ valid: false, reason: expect.stringMatching(reason) });

describe('an access token', () => {
  test('of a person passes, and is remembered', async () => {
    const token = await issuer.token({ scope: 'anime.read webhooks.write' });
    expect(verifier.cachedVerdict(token)).toBeUndefined();
    const verdict = await verifier.verify(token);
    const scopes = new Set(['anime.read', 'webhooks.write']);
    expect(verdict).toEqual({ valid: true, caller: { kind: 'user', subject: 'ann', scopes } });
    expect(verifier.cachedVerdict(token)).toBe(verdict);
  });

  test.each([undefined, 'JWT', 'at+jwt', 'application/at+jwt', 'AT+JWT'])('of typ %s passes', async (typ) => {
    expect(await verifier.verify(await issuer.token({}, { typ: typ as string }))).toEqual(accept);
  });

  test.each(['ES256', 'EdDSA', 'RS256'])('signed by %s passes, with a key that is new to us', async (alg) => {
    setClock(60 * issuer.keys.length);
    issuer.keys.push(await makeKey(alg, `new ${alg}`));
    expect(await verifier.verify(await issuer.token())).toEqual(accept);
  });

  test('with several audiences passes', async () => {
    expect(await verifier.verify(await issuer.token({ aud: ['other', 'anime-catalog'] }))).toEqual(accept);
  });

  test.each([
    ['expired by 45 s passes', () => ({ exp: seconds() - 45 }), true],
    ['expired by 61 s is refused', () => ({ exp: seconds() - 61 }), false],
    ['valid in 59 s passes', () => ({ nbf: seconds() + 59 }), true],
    ['valid in 90 s is refused', () => ({ nbf: seconds() + 90 }), false],
    ['issued in 59 s passes', () => ({ iat: seconds() + 59 }), true],
    ['issued in 90 s is refused, which no revocation of today would reach', () => ({ iat: seconds() + 90 }), false],
  ])('%s: a minute of skew', async (_name, claims, valid) => {
    expect((await verifier.verify(await issuer.token(claims()))).valid).toBe(valid);
  });

  test('that ends while it is remembered is refused then', async () => {
    const token = await issuer.token({ exp: seconds() + 300 });
    expect(await verifier.verify(token)).toEqual(accept);
    setClock(361);
    expect(verifier.cachedVerdict(token)).toEqual(refuse(/expired/));
  });
});

describe('a forged or foreign token is refused', () => {
  const claims = () => ({
    iss: issuer.url,
    aud: 'anime-catalog',
    exp: seconds() + 300,
    sub: 'ann',
    scope: 'anime.read',
  });

  test('alg none', async () => {
    expect(await verifier.verify(new UnsecuredJWT(claims()).encode())).toEqual(refuse(/algorithm|neither/));
  });

  test('HS256 with the public key as the secret', async () => {
    const jwk = issuer.keys[0]?.publicJwk ?? {};
    const pem = await exportSPKI((await importJWK(jwk, 'RS256', { extractable: true })) as never);
    for (const secret of [pem, JSON.stringify(jwk), jwk.n ?? '']) {
      const token = await new SignJWT(claims())
        .setProtectedHeader({ alg: 'HS256', kid: 'first' })
        .sign(Buffer.from(secret));
      expect(await verifier.verify(token)).toEqual(refuse(/algorithm/));
    }
  });

  test('a kid that the issuer does not have, and another key under its kid', async () => {
    const own = await makeKey('RS256', 'mine');
    expect(await verifier.verify(await issuer.token({}, {}, own))).toEqual(refuse(/key that its issuer does not have/));
    expect(await verifier.verify(await issuer.token({}, { kid: 'first' }, own))).toEqual(refuse(/signature/));
  });

  test.each([
    ['another audience', { aud: 'another' }, /audience/],
    ['an ID token, whose audience is its client', { aud: 'app', nonce: 'n' }, /audience/],
    ['no audience', { aud: undefined }, /aud/],
    ['another issuer', { iss: 'https://evil.example' }, /another issuer/],
    ['no issuer', { iss: undefined }, /iss/],
    ['no end', { exp: undefined }, /exp/],
    ['an end that is no number', { exp: 'never' }, /exp/],
    ['a token bound to a key', { cnf: { jkt: 'x' } }, /bound/],
    ['nobody', { sub: undefined, client_id: undefined }, /nobody/],
  ])('%s', async (_name, changed, reason) => {
    expect(await verifier.verify(await issuer.token(changed))).toEqual(refuse(reason));
  });

  test.each(['logout+jwt', 'id_token', 'dpop+jwt', 7, null, true, ['at+jwt'], { at: 'jwt' }])('typ %j', async (typ) => {
    expect(await verifier.verify(await issuer.token({}, { typ: typ as string }))).toEqual(refuse(/no access token/));
  });

  test.each(['iss', 'sub', 'aud', 'client_id', 'azp', 'scope', 'scp', 'preferred_username', 'gty', 'idtyp', 'cnf'])(
    'whose claim %s is of any kind has a verdict',
    async (claim) => {
      for (const value of [7, null, true, [], [7, null], {}, { a: [] }, 'a\u0000b', 'x'.repeat(5_000)]) {
        expect(await verifier.verify(await issuer.token({ [claim]: value }))).toHaveProperty('valid');
      }
    },
  );

  test.each(['', 'x', 'a.b.c', '..', `${'a'.repeat(8000)}.b.c`, 'eyJhbGciOiJSUzI1NiJ9.e30.'])(
    'what is no token: %#',
    async (text) => {
      expect((await verifier.verify(text)).valid).toBe(false);
    },
  );

  test('a changed payload', async () => {
    const [header, payload = '', signature] = (await issuer.token()).split('.');
    const changed = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sub: 'bob' };
    const token = [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.');
    expect(await verifier.verify(token)).toEqual(refuse(/signature/));
  });

  test('one that was taken back, however well known it was', async () => {
    const ended = new Set<unknown>();
    const isEnded = async ({ payload }: JWTVerifyResult) => ended.has(payload.sub);
    const own = { isNamed: () => true, key: remote.key, isEnded };
    const guarded = new TokenVerifier(own, 'anime-catalog', 'own');
    const token = await issuer.token({ sub: 'bob' });
    expect((await guarded.verify(token)).valid).toBe(true);
    ended.add('bob');
    expect(await guarded.cachedVerdict(token)).toEqual(refuse(/has ended/));
    expect(await guarded.verify(token)).toEqual(refuse(/has ended/));
    expect(await guarded.verify(await issuer.token())).toEqual(accept);
  });
});

describe('the keys of an issuer', () => {
  test.each(['status', 'hang', 'reset'] as const)(
    'serve on while it is away (%s); a new key waits for it',
    async (failure) => {
      const patient = new TokenVerifier(new RemoteIssuer(issuer.url), 'anime-catalog');
      expect(await patient.verify(await issuer.token())).toEqual(accept);
      issuer.fail(failure);
      expect(await patient.verify(await issuer.token({ jti: 'another' }))).toEqual(accept);
    },
  );

  test('that were never read make nobody valid and nobody invalid', async () => {
    issuer.fail('status');
    const unread = new RemoteIssuer(issuer.url);
    const blind = new TokenVerifier(unread, 'anime-catalog');
    const token = await issuer.token();
    await expect(blind.verify(token)).rejects.toThrow(CredentialsUnavailableError);
    expect(unread.report()).toMatchObject({ keys: 0, readAt: null, lastError: expect.stringContaining('502') });
    issuer.fail(null);
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    expect(await blind.verify(token)).toEqual(accept);
    expect(unread.report()).toMatchObject({ keys: issuer.keys.length, lastError: null });
  });

  test('are not taken from one who calls itself otherwise', async () => {
    issuer.call('https://evil.example');
    const other = new RemoteIssuer(issuer.url);
    await expect(new TokenVerifier(other, 'anime-catalog').verify(await issuer.token())).rejects.toThrow(
      /evil.example/,
    );
  });

  describe('that are weak or broken', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 });

    const tokenOf = (kid: string) => {
      const claims = { iss: issuer.url, aud: 'anime-catalog', exp: seconds() + 300, sub: 'ann', scope: 'anime.read' };
      const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
      const signed = `${encode({ alg: 'RS256', kid, typ: 'at+jwt' })}.${encode(claims)}`;
      return `${signed}.${sign('sha256', Buffer.from(signed), rsa.privateKey).toString('base64url')}`;
    };
    const published: Readonly<Record<string, JWK>> = {
      'of 1024 bits': rsa.publicKey.export({ format: 'jwk' }) as JWK,
      'of no modulus': { kty: 'RSA', e: 'AQAB' },
      'of a modulus that is no base64url': { kty: 'RSA', n: '!', e: 'AQAB' },
      'that is private': rsa.privateKey.export({ format: 'jwk' }) as JWK,
    };

    test.each(Object.entries(published))('%s are left out, and told', async (name, jwk) => {
      const sound = issuer.keys.splice(0);
      const weak = { ...(sound[0] as (typeof sound)[number]), publicJwk: { ...jwk, kid: name, use: 'sig' } };
      issuer.keys.push(weak, ...sound);
      try {
        const other = new RemoteIssuer(issuer.url);
        const judge = new TokenVerifier(other, 'anime-catalog');
        expect(await judge.verify(tokenOf(name))).toEqual(refuse(/key that its issuer does not have/));
        expect(other.report()).toMatchObject({ keys: sound.length, refusedKeys: [expect.stringContaining(name)] });
        expect(await judge.verify(await issuer.token())).toEqual(accept);
      } finally {
        issuer.keys.splice(0, 1);
      }
    });
  });

  test('are asked for once by many, and made-up key ids ask seldom', async () => {
    const asked = new TokenVerifier(new RemoteIssuer(issuer.url), 'anime-catalog');
    const before = issuer.reads();
    const tokens = await Promise.all(Array.from({ length: 20 }, (_, index) => issuer.token({ jti: String(index) })));
    await Promise.all(tokens.map((token) => asked.verify(token)));
    expect(issuer.reads() - before).toBe(1);
    const forger = await makeKey('RS256', 'forged');
    for (let index = 0; index < 20; index += 1) {
      await asked.verify(await issuer.token({ jti: `f${index}` }, { kid: `made up ${index}` }, forger));
    }
    expect(issuer.reads() - before).toBe(1);
  });
});
