import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RemoteIssuer } from '../../../src/identity/token/remoteIssuer.ts';
import { Revocations } from '../../../src/identity/token/revocations.ts';
import { TokenVerifier } from '../../../src/identity/token/tokenVerifier.ts';
import { openIssuer, type TestIssuer } from './openIssuer.ts';

let issuer: TestIssuer;
let verifier: TokenVerifier;

beforeAll(async () => {
  issuer = await openIssuer();
  const database = { read: async () => [['false']] } as unknown as ConstructorParameters<typeof Revocations>[0];
  verifier = new TokenVerifier(
    new RemoteIssuer(issuer.url),
    'anime-catalog',
    'own',
    new Revocations(database, issuer.url),
  );
});
afterAll(() => issuer.close());

test.each([
  ['jti', 5],
  ['jti', null],
  ['jti', ['a']],
  ['jti', {}],
  ['sub', 5],
  ['sub', null],
  ['sub', ['ann']],
])('a token whose %s is %p is judged', async (claim, value) => {
  const token = await issuer.token({ client_id: 'program', [claim]: value });
  expect(await verifier.verify(token)).toEqual({ valid: expect.any(Boolean), caller: expect.anything() });
});
