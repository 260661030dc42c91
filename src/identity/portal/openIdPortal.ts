import { allowInsecureRequests, Configuration, customFetch, discovery, None, type ServerMetadata } from 'openid-client';
import { errorMessage } from '../../errors.ts';
import type { CredentialVerifier } from '../../graph/caller/credentialVerifier.ts';
import {
  IssuerAway,
  type PendingSignIn,
  type Portal,
  type PortalSession,
  SignInRefused,
} from '../../graph/caller/portal.ts';
import { boundedFetch } from '../token/boundedFetch.ts';
import type { FetchFor } from './inProcessFetch.ts';
import { PORTAL_CLIENT_ID, PORTAL_SCOPES } from './portalClientId.ts';
import { formNumber, formToken, hasFormToken, type PortalSessions } from './portalSessions.ts';
import { beginSignIn, finishSignIn } from './portalSignIn.ts';

/** The issuer that signs people in. */
export type PortalIssuer =
  /** The service's own, asked in-process; its name follows the pages' origin. */
  | { readonly kind: 'embedded'; readonly ask: FetchFor; readonly algorithm: string }
  | {
      readonly kind: 'remote';
      readonly url: string;
      readonly audience: string;
      readonly client: { readonly id: string; readonly secret: string | null; readonly scope: string };
    };

interface OpenIdPortalSettings {
  readonly publicUrl: string | null;
  readonly issuer: PortalIssuer;
  /** What judges REST's tokens. */
  readonly credentials: Pick<CredentialVerifier, 'verify'>;
  readonly sessions: PortalSessions;
}

/** Signs people in by OpenID Connect, at the embedded issuer or an external one. */
export class OpenIdPortal implements Portal {
  readonly #settings: OpenIdPortalSettings;
  #discovered: Promise<Configuration> | null = null;
  readonly formNumber = formNumber;
  readonly formToken = formToken;
  readonly hasFormToken = hasFormToken;

  constructor(settings: OpenIdPortalSettings) {
    this.#settings = settings;
  }

  get publicUrl() {
    return this.#settings.publicUrl;
  }

  async begin(origin: string) {
    const { issuer } = this.#settings;
    // Issuers that name audiences by `audience` demand it; others know no such parameter and ignore it.
    const asked =
      issuer.kind === 'embedded'
        ? { scope: `openid ${PORTAL_SCOPES}` }
        : { scope: issuer.client.scope, audience: issuer.audience };
    return await beginSignIn(await this.#configuration(origin), origin, asked);
  }

  async finish(callback: URL, pending: PendingSignIn, address: string): Promise<PortalSession> {
    const { credentials, sessions } = this.#settings;
    const configuration = await this.#configuration(callback.origin, address);
    const { subject, issuedAt } = await finishSignIn(configuration, credentials, callback, pending).catch(
      (error: unknown) => {
        throw error instanceof SignInRefused ? error : new IssuerAway(errorMessage(error), { cause: error });
      },
    );
    return await sessions.begin(subject, issuedAt);
  }

  find(cookie: string): Promise<PortalSession | null> {
    return this.#settings.sessions.find(cookie);
  }

  end(session: PortalSession): Promise<void> {
    return this.#settings.sessions.end(session);
  }

  endAll(session: PortalSession): Promise<void> {
    return this.#settings.sessions.endAll(session);
  }

  spendForm(session: PortalSession, number: string): Promise<boolean> {
    return this.#settings.sessions.spendForm(session, number);
  }

  async #configuration(origin: string, address = ''): Promise<Configuration> {
    const { issuer } = this.#settings;
    if (issuer.kind === 'remote') return await this.#discover(issuer);
    const its = `${origin}/oidc`;
    const server: ServerMetadata = {
      issuer: its,
      authorization_endpoint: `${its}/auth`,
      token_endpoint: `${its}/token`,
      authorization_response_iss_parameter_supported: true,
      id_token_signing_alg_values_supported: [issuer.algorithm],
    };
    const configuration = new Configuration(server, PORTAL_CLIENT_ID, undefined, None());
    allowInsecureRequests(configuration);
    configuration[customFetch] = (url, { method, headers, body }) =>
      issuer.ask(address, url, { method, headers, body: String(body ?? '') });
    return configuration;
  }

  /** Found once, and again after a failure. */
  async #discover({ url, client }: Extract<PortalIssuer, { kind: 'remote' }>): Promise<Configuration> {
    this.#discovered ??= discovery(
      new URL(url),
      client.id,
      client.secret ?? undefined,
      client.secret === null ? None() : undefined,
      {
        [customFetch]: (asked, { method, headers, body }) =>
          boundedFetch(asked, { method, headers, body: body == null ? null : String(body), redirect: 'manual' }),
        ...(url.startsWith('http:') && { execute: [allowInsecureRequests] }),
      },
    );
    return await this.#discovered.catch((error: unknown) => {
      this.#discovered = null;
      throw new IssuerAway(errorMessage(error), { cause: error });
    });
  }
}
