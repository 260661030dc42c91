import type { JWTPayload } from 'jose';
import type { Caller } from '../../graph/model/viewer.ts';

/** A claim that the operator's issuer includes only in people's tokens (OAUTH_HUMAN_CLAIM). */
interface HumanClaim {
  readonly name: string;
  /** Its value, or one of its values; null: any. */
  readonly value: string | null;
}

/**
 * How an issuer's tokens of people are known: this service's own go to people alone; a foreign issuer's need the claim
 * that the operator names, and without one no token is known to be a person's.
 */
export type PeopleRule = 'own' | 'unknown' | HumanClaim;

/**
 * The caller of an access token. A program's own token names the client as its subject (RFC 9068, 2.2) or has no
 * scopes.
 * @returns null when it names no caller
 */
export function callerOfClaims(claims: JWTPayload, people: PeopleRule): Caller | null {
  const scopes = readScopes(claims);
  const subject = text(claims.sub);
  const clients = [text(claims.client_id), text(claims.azp)];
  if (subject !== null && scopes !== null && !clients.includes(subject)) {
    const doubt = findDoubt(claims, people);
    return { kind: 'user', subject, scopes, ...(doubt !== null && { doubt }) };
  }
  const clientId = clients.find((id) => id !== null) ?? subject;
  return clientId === null ? null : { kind: 'client', clientId, scopes: scopes ?? new Set() };
}

/** Why a token is not known to be a person's; null: it is. */
function findDoubt(claims: JWTPayload, people: PeopleRule): string | null {
  if (people === 'own') return null;
  if (people === 'unknown') {
    return "This service does not know which tokens of its issuer are people's: its operator sets OAUTH_HUMAN_CLAIM.";
  }
  const { name, value } = people;
  const claim = Object.hasOwn(claims, name) ? [claims[name]].flat() : [];
  const found = claim.filter((each) => ![undefined, null, false, ''].includes(each as null));
  const isHuman = value === null ? found.length > 0 : found.some((each) => String(each) === value);
  const shown = value === null ? name : `${name}=${value}`;
  return isHuman ? null : `The token lacks the claim ${shown}, which marks people's here.`;
}

/** Null without the claim, which every person's token has; `roles` of Entra ID's apps are none. */
function readScopes(claims: JWTPayload): ReadonlySet<string> | null {
  const claim = claims.scope ?? claims.scp;
  if (typeof claim === 'string') return new Set(claim.split(' ').filter((scope) => scope !== ''));
  if (Array.isArray(claim)) return new Set(claim.filter((scope) => typeof scope === 'string'));
  return null;
}

/**
 * OpenID Connect Core, 2: at most 255 characters. A value with a control character is invalid, and cannot be stored.
 */
function text(claim: unknown): string | null {
  return typeof claim === 'string' && claim !== '' && claim.length <= 255 && !/\p{Cc}/u.test(claim) ? claim : null;
}
