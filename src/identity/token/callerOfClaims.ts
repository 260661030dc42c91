import type { JWTPayload } from 'jose';
import type { Caller } from '../../graph/model/viewer.ts';

/** A claim that the operator's issuer includes only in people's tokens (OAUTH_HUMAN_CLAIM). */
export interface HumanClaim {
  readonly name: string;
  /** Its value, or one of its values; null: any. */
  readonly value: string | null;
}

/**
 * The caller of an access token, from the claims that issuers actually write (docs/callers.md#people-and-machines). A
 * token is a person's only when nothing marks it as a program's own and, where people's claim is required, only with
 * it.
 * @returns null when it names no caller
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

/** The client's claim by issuer: RFC 9068 and oidc-provider; OpenID Connect; Entra ID v1; Okta. */
const CLIENT_CLAIMS = ['client_id', 'azp', 'appid', 'cid'];

function isHuman(claims: JWTPayload, demanded: HumanClaim | null): boolean {
  if (demanded === null) return true;
  if (!Object.hasOwn(claims, demanded.name)) return false;
  const found = [claims[demanded.name]].flat().filter((value) => ![undefined, null, false, ''].includes(value as null));
  return demanded.value === null ? found.length > 0 : found.some((value) => String(value) === demanded.value);
}

/**
 * Null without the claim: a person's token always has it; app-only tokens of Entra ID have `roles`, which are ignored.
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
    // RFC 9068, 2.2; Auth0 appends "@clients" to the client's id.
    clients.includes(subject) ||
    clients.includes(subject.replace(/@clients$/, '')) ||
    // Auth0
    [claims.gty].flat().includes('client-credentials') ||
    // Entra ID
    claims.idtyp === 'app' ||
    // Kubernetes
    subject.startsWith('system:serviceaccount:') ||
    // authentik: the account that it creates for a provider's own credentials.
    /^ak-.*-client_credentials$/.test(userName ?? '') ||
    // Keycloak: the user of a service account, and lightweight tokens, which omit that user's name.
    userName?.startsWith('service-account-') === true ||
    (userName === null &&
      (claims.clientId !== undefined || (claims.client_id !== undefined && claims.azp !== undefined)))
  );
}

/**
 * OpenID Connect Core, 2: at most 255 characters. A value with a control character is invalid, and cannot be stored.
 */
function text(claim: unknown): string | null {
  return typeof claim === 'string' && claim !== '' && claim.length <= 255 && !/\p{Cc}/u.test(claim) ? claim : null;
}
