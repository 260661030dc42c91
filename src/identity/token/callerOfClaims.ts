import type { JWTPayload } from 'jose';
import type { Caller } from '../../graph/model/viewer.ts';

/**
 * Who an access token speaks for, by the claims that issuers really write (Keycloak, Auth0, Entra ID and the embedded issuer).
 * A token is a person's only when nothing marks it as a program's own.
 * @returns null when it names nobody
 */
export function callerOfClaims(claims: JWTPayload): Caller | null {
  const scopes = scopesOf(claims);
  const subject = text(claims.sub);
  if (subject !== null && scopes !== null && !isProgram(claims, subject)) return { kind: 'user', subject, scopes };
  const clientId = text(claims.client_id) ?? text(claims.azp) ?? text(claims.appid) ?? subject;
  return clientId === null ? null : { kind: 'client', clientId, scopes: scopes ?? new Set() };
}

/** Null without the claim: what a person agreed to always has one; app-only tokens of Entra ID have `roles` instead, which count for nothing. */
function scopesOf(claims: JWTPayload): ReadonlySet<string> | null {
  const claim = claims.scope ?? claims.scp;
  if (typeof claim === 'string') return new Set(claim.split(' ').filter((scope) => scope !== ''));
  if (Array.isArray(claim)) return new Set(claim.filter((scope) => typeof scope === 'string'));
  return null;
}

function isProgram(claims: JWTPayload, subject: string): boolean {
  const clients = ['client_id', 'azp', 'appid'].map((name) => text(claims[name]));
  const userName = text(claims.preferred_username);
  return (
    // RFC 9068, 2.2; Auth0 writes the client's id with "@clients" behind it.
    clients.includes(subject) ||
    clients.includes(subject.replace(/@clients$/, '')) ||
    // Auth0
    [claims.gty].flat().includes('client-credentials') ||
    // Entra ID
    claims.idtyp === 'app' ||
    // Keycloak: the user behind a service account, and its lightweight tokens, which leave that user's name out.
    userName?.startsWith('service-account-') === true ||
    (userName === null &&
      (claims.clientId !== undefined || (claims.client_id !== undefined && claims.azp !== undefined)))
  );
}

function text(claim: unknown): string | null {
  return typeof claim === 'string' && claim !== '' ? claim : null;
}
