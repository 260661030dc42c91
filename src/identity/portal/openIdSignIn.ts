import type { Configuration } from 'openid-client';
import { errorMessage } from '../../errors.ts';
import type { CredentialVerifier } from '../../graph/caller/credentialVerifier.ts';
import { IssuerAway, type PendingSignIn, SignInRefused } from '../../graph/caller/portal.ts';
import type { PagesClient, PortalIssuer } from './issuerConfiguration.ts';
import type { SignedIn } from './portalSignIn.ts';

interface OpenIdSignInSettings {
  readonly issuer: PortalIssuer;
  readonly client: PagesClient;
  /** The verifier of REST's tokens. */
  readonly credentials: Pick<CredentialVerifier, 'verify'>;
}

/**
 * Identifies a person by OpenID Connect, at the embedded issuer or an external one. The protocol's code is loaded at
 * the first sign-in.
 */
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
    const { beginSignIn } = await import('./portalSignIn.ts');
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
    const { finishSignIn } = await import('./portalSignIn.ts');
    return await finishSignIn(configuration, this.#settings.credentials, callback, pending).catch((error: unknown) => {
      throw error instanceof SignInRefused ? error : new IssuerAway(errorMessage(error), { cause: error });
    });
  }

  async #configuration(origin: string, address = ''): Promise<Configuration> {
    const { issuer, client } = this.#settings;
    const { discoverIssuer, embeddedIssuer } = await import('./issuerConfiguration.ts');
    if (issuer.kind === 'embedded') return embeddedIssuer(issuer, client.id, origin, address);
    // Discovered once, and again after a failure.
    this.#discovered ??= discoverIssuer(issuer.url, client);
    return await this.#discovered.catch((error: unknown) => {
      this.#discovered = null;
      throw new IssuerAway(errorMessage(error), { cause: error });
    });
  }
}
