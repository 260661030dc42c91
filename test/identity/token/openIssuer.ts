import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTHeaderParameters, SignJWT } from 'jose';

interface SigningKey {
  readonly alg: string;
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
}

/** An issuer over HTTP as `RemoteIssuer` meets it: discovery, a key set, tokens. */
export interface TestIssuer {
  readonly url: string;
  /** The keys that are published, the last one signs. */
  readonly keys: SigningKey[];
  /** How often the key set was read. */
  readonly reads: () => number;
  /** How often its token endpoint was asked. */
  readonly redemptions: () => number;
  /** What it answers from now on; null: as it should. */
  fail(how: 'status' | 'hang' | 'reset' | null): void;
  /** What discovery names as the issuer; the own URL when left out. */
  call(issuer: string | null): void;
  /** What its token endpoint answers from now on. */
  grant(tokens: Readonly<Record<string, string>>): void;
  /** A token of this issuer for `anime-catalog`, five minutes long; claims, header and key as given. */
  token(
    claims?: Readonly<Record<string, unknown>>,
    header?: Partial<JWTHeaderParameters>,
    key?: SigningKey,
  ): Promise<string>;
  close(): Promise<void>;
}

export async function makeKey(alg: string, kid: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { alg, kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

export async function openIssuer(): Promise<TestIssuer> {
  const keys = [await makeKey('RS256', 'first')];
  let [reads, redemptions] = [0, 0];
  let failure: 'status' | 'hang' | 'reset' | null = null;
  let name: string | null = null;
  let granted: Readonly<Record<string, string>> = { error: 'invalid_grant' };
  const server = createServer((request, response) => {
    if (failure === 'hang') return;
    if (failure === 'reset') {
      request.socket.destroy();
      return;
    }
    if (failure === 'status') {
      response.writeHead(502).end();
      return;
    }
    response.setHeader('content-type', 'application/json');
    if (request.url === '/token') {
      redemptions += 1;
      response.end(JSON.stringify(granted));
      return;
    }
    const isKeySet = request.url === '/keys';
    if (isKeySet) reads += 1;
    const endpoints = { authorization_endpoint: `${url}/authorize`, token_endpoint: `${url}/token` };
    const discovery = { issuer: name ?? url, jwks_uri: `${url}/keys`, ...endpoints };
    response.end(JSON.stringify(isKeySet ? { keys: keys.map(({ publicJwk }) => publicJwk) } : discovery));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    keys,
    reads: () => reads,
    redemptions: () => redemptions,
    fail(how) {
      failure = how;
    },
    grant(tokens) {
      granted = tokens;
    },
    call(issuer) {
      name = issuer;
    },
    async token(claims = {}, header = {}, key = keys.at(-1)) {
      if (key === undefined) throw new Error('the issuer has no key');
      const now = Math.floor(Date.now() / 1000);
      const payload = {
        iss: url,
        aud: 'anime-catalog',
        iat: now,
        exp: now + 300,
        sub: 'ann',
        client_id: 'app',
        scope: 'anime.read',
        ...claims,
      };
      return new SignJWT(payload)
        .setProtectedHeader({ alg: key.alg, kid: key.kid, typ: 'at+jwt', ...header })
        .sign(key.privateKey);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
