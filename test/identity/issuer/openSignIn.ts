import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as client from 'openid-client';

/** A program that signs its user in at a service's embedded issuer. */
export interface SignIn {
  /** Where the browser is sent. */
  readonly url: URL;
  /** What redeems the code that the browser came back with, to be posted to the token endpoint. */
  redemption(callback: string): URLSearchParams;
  /** Redeems what the browser came back with. */
  finish(callback: string): Promise<client.TokenEndpointResponse & client.TokenEndpointResponseHelpers>;
  readonly configuration: client.Configuration;
}

/** Begins a sign-in as openid-client does: discovery, PKCE, state and nonce. */
export async function openSignIn(
  origin: string,
  clientId: string,
  redirectUri: string,
  scope: string,
): Promise<SignIn> {
  const configuration = await client.discovery(new URL(`${origin}/oidc`), clientId, undefined, client.None(), {
    execute: [client.allowInsecureRequests],
  });
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const [expectedState, expectedNonce] = [client.randomState(), client.randomNonce()];
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    nonce: expectedNonce,
    // OpenID Connect Core, 11: without it offline_access is ignored.
    ...(scope.includes('offline_access') && { prompt: 'consent' }),
  });
  return {
    url,
    configuration,
    redemption: (callback) =>
      new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: clientId,
        redirect_uri: redirectUri,
        code: new URL(callback).searchParams.get('code') ?? '',
        code_verifier: pkceCodeVerifier,
      }),
    finish: (callback) =>
      client.authorizationCodeGrant(configuration, new URL(callback), {
        pkceCodeVerifier,
        expectedState,
        expectedNonce,
      }),
  };
}

/** A page on a loopback port that the browser comes back to. */
export async function openCallback(): Promise<{ readonly uri: string; close(): Promise<void> }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<title>Back</title><h1>Back at the application</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    uri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A browser without pages: keeps cookies by path and follows redirects by hand. */
export class CookieClient {
  readonly #cookies = new Map<string, { value: string; path: string }>();

  /** What it holds now. */
  get cookies(): readonly string[] {
    return [...this.#cookies.values()].map(({ value }) => value);
  }

  /** The header Cookie of a request there. */
  cookieFor(url: URL | string): string {
    const { pathname } = new URL(url);
    return [...this.#cookies]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([name, { value }]) => `${name.split(' ')[0]}=${value}`)
      .join('; ');
  }

  async go(
    url: URL | string,
    form?: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: this.cookieFor(url), ...headers },
      ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const header of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = header.split('; ');
      const path = attributes.find((it) => it.toLowerCase().startsWith('path='))?.slice(5) ?? '/';
      const [name, value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
      if (value === '') this.#cookies.delete(`${name} ${path}`);
      else this.#cookies.set(`${name} ${path}`, { value, path });
    }
    return response;
  }

  /** Follows redirects until a page, or a URL of another origin. */
  async follow(
    start: URL | string,
    form?: Readonly<Record<string, string>>,
  ): Promise<{ url: string; response: Response }> {
    const { origin } = new URL(start);
    let url = new URL(start).href;
    let response = await this.go(url, form);
    while (response.status >= 300 && response.status < 400) {
      url = new URL(response.headers.get('location') ?? '', url).href;
      if (new URL(url).origin !== origin) return { url, response };
      response = await this.go(url);
    }
    return { url, response };
  }
}
