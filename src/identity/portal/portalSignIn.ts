import { decodeJwt } from 'jose';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { CredentialVerifier } from '../../graph/caller/credentialVerifier.ts';
import { type PendingSignIn, SignInRefused } from '../../graph/caller/portal.ts';
import { boundedFetch } from '../token/boundedFetch.ts';

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

/** An issuer, found by discovery. */
export function discoverIssuer(url: string, { id, secret }: PagesClient): Promise<Configuration> {
  return discovery(new URL(url), id, secret ?? undefined, secret === null ? None() : undefined, {
    [customFetch]: (asked, { method, headers, body }) =>
      boundedFetch(asked, { method, headers, body: body == null ? null : String(body), redirect: 'manual' }),
    ...(url.startsWith('http:') && { execute: [allowInsecureRequests] }),
  });
}

/** The person who signed in, and the access token's scopes and time of issue. */
export interface SignedIn {
  readonly subject: string;
  readonly scopes: ReadonlySet<string>;
  readonly issuedAt: Date;
}

/**
 * Begins a sign-in by authorization code with PKCE.
 * @param asked parameters of the request beside those of the protocol
 * @returns where the browser is sent, and what it must bring back
 */
export async function beginSignIn(
  configuration: Configuration,
  asked: Readonly<Record<'redirect_uri' | 'scope' | 'audience', string>>,
): Promise<{ readonly url: URL; readonly pending: PendingSignIn }> {
  const pending = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
  const url = buildAuthorizationUrl(configuration, {
    ...asked,
    code_challenge: await calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
    state: pending.state,
    nonce: pending.nonce,
  });
  return { url, pending };
}

/**
 * Redeems the parameters of the browser's redirect. The person is the `sub` of the access token, as at REST: some
 * issuers put another one into ID tokens.
 * @param callback the whole URL of the redirect
 * @throws SignInRefused; the errors of an issuer that cannot be reached
 */
export async function finishSignIn(
  configuration: Configuration,
  credentials: Pick<CredentialVerifier, 'verify'>,
  callback: URL,
  { state, nonce, verifier }: PendingSignIn,
): Promise<SignedIn> {
  const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
  const tokens = await authorizationCodeGrant(configuration, callback, checks).catch(refusalOf);
  const verdict = await credentials.verify(tokens.access_token);
  if (!verdict.valid) throw new SignInRefused(verdict.reason, { status: 403 });
  if (verdict.caller.kind !== 'user') {
    throw new SignInRefused("The access token is a program's, not a person's.", { status: 403 });
  }
  const { subject, scopes } = verdict.caller;
  return { subject, scopes, issuedAt: new Date((decodeJwt(tokens.access_token).iat ?? 0) * 1000) };
}

/** @throws SignInRefused for what the issuer refuses, else the error itself */
function refusalOf(error: unknown): never {
  const { code } = error as { readonly code?: unknown };
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') {
    const message = "The issuer's ID token has expired, or is not valid yet: sign in again.";
    throw new SignInRefused(message, { status: 401, cause: error });
  }
  throw isRefusal(error) ? new SignInRefused('The sign-in was not completed.', { cause: error }) : error;
}

/** Answers of an issuer that fails (RFC 6749, 4.1.2.1). */
const ISSUER_FAILS: readonly unknown[] = ['server_error', 'temporarily_unavailable'];

/**
 * Whether the issuer refuses the browser's parameters; otherwise the issuer fails, is away, or does not know this
 * client.
 */
function isRefusal(error: unknown): boolean {
  const { code, error: reason } = error as { readonly code?: unknown; readonly error?: unknown };
  switch (code) {
    case 'OAUTH_AUTHORIZATION_RESPONSE_ERROR':
      return !ISSUER_FAILS.includes(reason);
    // RFC 6749, 5.2: the token endpoint's other answers are about the client and the server.
    case 'OAUTH_RESPONSE_BODY_ERROR':
      return reason === 'invalid_grant';
    // A redirect without a code or with another state, and an ID token with another nonce.
    case 'OAUTH_INVALID_RESPONSE':
    case 'OAUTH_JWT_CLAIM_COMPARISON_FAILED':
      return true;
    default:
      return false;
  }
}
