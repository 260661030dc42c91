import type { Configuration } from 'openid-client';
import { errorMessage } from '../../base/errors.ts';
import type { Database } from '../../database/database.ts';
import { recordEvent } from '../../graph/audit/recordEvent.ts';
import type { CredentialVerifier } from '../../graph/caller/credentialVerifier.ts';
import {
  IssuerAway,
  type IssuerSignIn,
  type PendingSignIn,
  type PortalSession,
  SignInRefused,
} from '../../graph/caller/portal.ts';
import { REVIEW } from '../../graph/model/permissions.ts';
import { isOneLine, ONE_LINE } from '../../graph/model/values.ts';
import { mayNotReview } from './passwordSignIn.ts';
import type { PortalSessions } from './portalSessions.ts';
import type { PagesClient, SignedIn } from './portalSignIn.ts';

interface OpenIdSignInSettings {
  /** OAUTH_ISSUER. */
  readonly issuer: string;
  readonly audience: string;
  readonly client: PagesClient;
  /** The verifier of REST's tokens. */
  readonly credentials: Pick<CredentialVerifier, 'verify'>;
  readonly database: Pick<Database, 'client'>;
  readonly sessions: PortalSessions;
}

/** Identifies a person by OpenID Connect at OAUTH_ISSUER. The protocol's code is loaded at the first sign-in. */
export class OpenIdSignIn implements IssuerSignIn {
  readonly kind = 'issuer';
  readonly #settings: OpenIdSignInSettings;
  #discovered: Promise<Configuration> | null = null;

  constructor(settings: OpenIdSignInSettings) {
    this.#settings = settings;
  }

  async begin(origin: string): Promise<{ readonly url: URL; readonly pending: PendingSignIn }> {
    const { audience, client } = this.#settings;
    const { beginSignIn } = await import('./portalSignIn.ts');
    return await beginSignIn(await this.#configuration(), {
      redirect_uri: new URL(client.redirectPath, origin).href,
      scope: client.scope,
      // Issuers that name audiences by `audience` demand it; others know no such parameter and ignore it.
      audience,
    });
  }

  async finish(callback: URL, pending: PendingSignIn, address: string): Promise<PortalSession> {
    const { credentials, database, sessions } = this.#settings;
    const configuration = await this.#configuration();
    const { finishSignIn } = await import('./portalSignIn.ts');
    const signedIn = await finishSignIn(configuration, credentials, callback, pending).catch((error: unknown) => {
      throw error instanceof SignInRefused ? error : new IssuerAway(errorMessage(error), { cause: error });
    });
    const { subject, issuedAt } = signedIn;
    const refusal = sessions.atDesk ? refusalOfReviewer(signedIn) : null;
    const session = refusal === null ? await sessions.begin(subject, issuedAt) : null;
    const outcome = session === null ? 'refused' : 'done';
    await recordEvent(database.client, { kind: 'signIn', outcome, actor: `user:${subject}`, object: subject, address });
    if (session === null) throw refusal;
    return session;
  }

  async #configuration(): Promise<Configuration> {
    const { issuer, client } = this.#settings;
    const { discoverIssuer } = await import('./portalSignIn.ts');
    // Discovered once, and again after a failure.
    this.#discovered ??= discoverIssuer(issuer, client);
    return await this.#discovered.catch((error: unknown) => {
      this.#discovered = null;
      throw new IssuerAway(errorMessage(error), { cause: error });
    });
  }
}

function refusalOfReviewer({ subject, scopes }: SignedIn): SignInRefused | null {
  // Decisions could not record them.
  if (!isOneLine(subject)) return new SignInRefused(`The issuer's sub of this person ${ONE_LINE}.`, { status: 403 });
  return scopes.has(REVIEW) ? null : mayNotReview(subject, `the access token lacks the scope ${REVIEW}`);
}
