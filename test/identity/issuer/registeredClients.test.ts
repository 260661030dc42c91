import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { exportJWK, generateKeyPair } from 'jose';
import type OidcProvider from 'oidc-provider';
import type { Database } from '../../../src/database/database.ts';
import { DatabaseClock } from '../../../src/database/databaseClock.ts';
import { checkRedirectUris } from '../../../src/graph/application/redirectUris.ts';
import { CatalogError } from '../../../src/graph/model/errors.ts';
import { SecretBox } from '../../../src/graph/secrets/secretBox.ts';
import { createProvider } from '../../../src/identity/issuer/createProvider.ts';
import { clientMetadata } from '../../../src/identity/issuer/registeredClients.ts';
import { randomRuns } from '../../support/randomRuns.ts';

let provider: OidcProvider;

beforeAll(async () => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const privateJwk = { ...(await exportJWK(privateKey)), kid: 'one', alg: 'ES256', use: 'sig' };
  provider = await createProvider({
    issuer: 'http://localhost/oidc',
    audience: 'anime-catalog',
    deskUrl: null,
    // Nothing is looked up: a client is judged as it is handed over.
    database: { clock: new DatabaseClock() } as Database,
    box: new SecretBox(['the-secrets-key-of-a-test-service-00']),
    keys: [{ id: 'one', privateKey, privateJwk }],
    onTokenIssued: () => {},
    onError: () => {},
  });
});

/** What people write there, and what they should not. */
const written = fc.constantFrom(
  ...['http://127.0.0.1/cb', 'http://[::1]:8000/', 'HTTP://localhost/cb', 'https://localhost:8443/cb'],
  ...['https://app.example/cb', 'https://app.example/cb?of=mine'],
);
const madeUp = fc
  .tuple(
    fc.constantFrom('https:', 'http:', 'HTTP:', 'HTTPS:', 'javascript:', 'app:', ''),
    fc.constantFrom('//', '', '//user@', '//:pw@'),
    fc.constantFrom('localhost', '127.0.0.1', '[::1]', '127.0.0.2', 'app.example', 'LOCALHOST', '127.1', '0x7f.1', ''),
    fc.constantFrom('', ':8443', ':0', ':99999'),
    fc.constantFrom('/cb', '', '/', '/*', '/a b', '/cb#x', '/?q=%00', '/\n', '/ü'),
  )
  .map((parts) => parts.join(''));

test('a set of redirect URIs that can be registered is one that the issuer takes', () => {
  const runs = randomRuns(1_000);
  let taken = 0;
  const { Client } = provider as unknown as { Client: new (metadata: object) => { redirectUris: readonly string[] } };
  fc.assert(
    fc.property(fc.array(fc.oneof(written, madeUp), { minLength: 1, maxLength: 3 }), (uris) => {
      let redirectUris: readonly string[];
      try {
        redirectUris = checkRedirectUris(uris);
      } catch (error) {
        expect(error).toBeInstanceOf(CatalogError);
        return;
      }
      taken += 1;
      const client = new Client(clientMetadata({ id: 'a', name: 'A', redirectUris: [...redirectUris] }));
      expect(client.redirectUris).toEqual(redirectUris);
    }),
    { numRuns: runs },
  );
  expect(taken).toBeGreaterThan(runs / 20);
});
