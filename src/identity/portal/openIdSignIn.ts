import { allowInsecureRequests, Configuration, customFetch, discovery, None, type ServerMetadata } from 'openid-client';
import { errorMessage } from '../../errors.ts';
import type { CredentialVerifier } from '../../graph/caller/credentialVerifier.ts';
import { IssuerAway, type PendingSignIn, SignInRefused } from '../../graph/caller/portal.ts';
import { boundedFetch } from '../token/boundedFetch.ts';
import type { FetchFor } from './inProcessFetch.ts';
import { beginSignIn, finishSignIn, type SignedIn } from './portalSignIn.ts';

/** The issuer that signs people in. */
export type PortalIssuer =
  /** The service's own, asked in-process. */
  | {
      readonly kind: 'embedded';
      readonly ask: FetchFor;
      readonly algorithm: string;
      /** The origin in its name; null: that of the pages. */
      readonly publicUrl: string | null;
    }
  | { readonly kind: 'remote'; readonly url: string; readonly audience: string };

/** The registration of pages at the issuer. */
export interface PagesClient {
  readonly id: string;
  /** Null for a public client. */
  readonly secret: string | null;
  /** The requested scopes. */
  readonly scope: string;
  /** The redirect path, at the origin of the pages. */
  readonly redirectPath: string;
}

interface OpenIdSignInSettings {
  readonly issuer: PortalIssuer;
  readonly client: PagesClient;
  /** The verifier of REST's tokens. */
  readonly credentials: Pick<CredentialVerifier, 'verify'>;
}

/** Identifies a person by OpenID Connect, at the embedded issuer or an external one. */
export class OpenIdSignIn {
  readonly #settings: OpenIdSignInSettings;
  #discovered: Promise<Configuration> | null = null;

  constructor(settings: OpenIdSignInSettings) {
    this.#settings = settings;
  }

  /** Where the issuer's own session can be ended; null where unknown. */
  get signOut(): string | null {
    const { issuer } = this.#settings;
    return issuer.kind === 'embedded' && issuer.publicUrl !== null ? `${issuer.publicUrl}/oidc/session/end` : null;
  }

  /** @param origin of the pages @throws IssuerAway */
  async begin(origin: string): Promise<{ readonly url: URL; readonly pending: PendingSignIn }> {
    const { issuer, client } = this.#settings;
    return await beginSignIn(await this.#configuration(origin), {
      redirect_uri: new URL(client.redirectPath, origin).href,
      scope: client.scope,
      // Issuers that name audiences by `audience` demand it; others know no such parameter and ignore it.
      ...(issuer.kind === 'remote' && { audience: issuer.audience }),
    });
  }

  /**
   * @param callback the whole URL of the redirect
   * @param address of the browser, by which an embedded issuer counts
   * @throws SignInRefused, IssuerAway
   */
  async finish(callback: URL, pending: PendingSignIn, address: string): Promise<SignedIn> {
    const configuration = await this.#configuration(callback.origin, address);
    return await finishSignIn(configuration, this.#settings.credentials, callback, pending).catch((error: unknown) => {
      throw error instanceof SignInRefused ? error : new IssuerAway(errorMessage(error), { cause: error });
    });
  }

  async #configuration(origin: string, address = ''): Promise<Configuration> {
    const { issuer, client } = this.#settings;
    if (issuer.kind === 'remote') return await this.#discover(issuer.url);
    const its = `${issuer.publicUrl ?? origin}/oidc`;
    const server: ServerMetadata = {
      issuer: its,
      authorization_endpoint: `${its}/auth`,
      token_endpoint: `${its}/token`,
      authorization_response_iss_parameter_supported: true,
      id_token_signing_alg_values_supported: [issuer.algorithm],
    };
    const configuration = new Configuration(server, client.id, undefined, None());
    allowInsecureRequests(configuration);
    configuration[customFetch] = (url, { method, headers, body }) =>
      issuer.ask(address, url, { method, headers, body: String(body ?? '') });
    return configuration;
  }

  /** Discovered once, and again after a failure. */
  async #discover(url: string): Promise<Configuration> {
    const { id, secret } = this.#settings.client;
    this.#discovered ??= discovery(new URL(url), id, secret ?? undefined, secret === null ? None() : undefined, {
      [customFetch]: (asked, { method, headers, body }) =>
        boundedFetch(asked, { method, headers, body: body == null ? null : String(body), redirect: 'manual' }),
      ...(url.startsWith('http:') && { execute: [allowInsecureRequests] }),
    });
    return await this.#discovered.catch((error: unknown) => {
      this.#discovered = null;
      throw new IssuerAway(errorMessage(error), { cause: error });
    });
  }
}
