import type { JWTPayload } from 'jose';
import type { Caller } from '../../graph/model/viewer.ts';

/** A claim that the operator's issuer writes into tokens of people alone (OAUTH_HUMAN_CLAIM). */
export interface HumanClaim {
  readonly name: string;
  /** What it holds, or holds among others; null: anything. */
  readonly value: string | null;
}

/**
 * Who an access token speaks for, by the claims that issuers really write
 * (docs/callers.md#people-and-machines). A token is a person's only when nothing marks it as a program's own,
 * and where a claim of people is demanded only with that.
 * @returns null when it names nobody
 */
export function callerOfClaims(claims: JWTPayload, demanded: HumanClaim | null = null): Caller | null {
  const scopes = scopesOf(claims);
  const subject = text(claims.sub);
  if (subject !== null && scopes !== null && !isProgram(claims, subject) && isHuman(claims, demanded)) {
    return { kind: 'user', subject, scopes };
  }
  const clientId = CLIENT_CLAIMS.map((name) => text(claims[name])).find((id) => id !== null) ?? subject;
  return clientId === null ? null : { kind: 'client', clientId, scopes: scopes ?? new Set() };
}

/** Where issuers name the client: RFC 9068 and oidc-provider; OpenID Connect; Entra ID v1; Okta. */
const CLIENT_CLAIMS = ['client_id', 'azp', 'appid', 'cid'];

function isHuman(claims: JWTPayload, demanded: HumanClaim | null): boolean {
  if (demanded === null) return true;
  if (!Object.hasOwn(claims, demanded.name)) return false;
  const found = [claims[demanded.name]].flat().filter((value) => ![undefined, null, false, ''].includes(value as null));
  return demanded.value === null ? found.length > 0 : found.some((value) => String(value) === demanded.value);
}

/**
 * Null without the claim: what a person agreed to always has one; app-only tokens of Entra ID have
 * `roles` instead, which count for nothing.
 */
function scopesOf(claims: JWTPayload): ReadonlySet<string> | null {
  const claim = claims.scope ?? claims.scp;
  if (typeof claim === 'string') return new Set(claim.split(' ').filter((scope) => scope !== ''));
  if (Array.isArray(claim)) return new Set(claim.filter((scope) => typeof scope === 'string'));
  return null;
}

function isProgram(claims: JWTPayload, subject: string): boolean {
  const clients = CLIENT_CLAIMS.map((name) => text(claims[name]));
  const userName = text(claims.preferred_username);
  return (
    // RFC 9068, 2.2; Auth0 writes the client's id with "@clients" behind it.
    clients.includes(subject) ||
    clients.includes(subject.replace(/@clients$/, '')) ||
    // Auth0
    [claims.gty].flat().includes('client-credentials') ||
    // Entra ID
    claims.idtyp === 'app' ||
    // Kubernetes
    subject.startsWith('system:serviceaccount:') ||
    // authentik: the account that it makes for a provider's own credentials.
    /^ak-.*-client_credentials$/.test(userName ?? '') ||
    // Keycloak: the user behind a service account, and its lightweight tokens, which leave that user's name out.
    userName?.startsWith('service-account-') === true ||
    (userName === null &&
      (claims.clientId !== undefined || (claims.client_id !== undefined && claims.azp !== undefined)))
  );
}

/**
 * OpenID Connect Core, 2: at most 255 characters. What holds a control character is no
 * name, and no text of the database either.
 */
function text(claim: unknown): string | null {
  return typeof claim === 'string' && claim !== '' && claim.length <= 255 && !/\p{Cc}/u.test(claim) ? claim : null;
}
