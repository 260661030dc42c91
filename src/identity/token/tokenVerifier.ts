import { hash } from 'node:crypto';
import { errors, type JWTVerifyGetKey, type JWTVerifyResult, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { CLOCK_SKEW_S } from '../../graph/caller/clockSkew.ts';
import type { CredentialVerifier, Verdict } from '../../graph/caller/credentialVerifier.ts';
import type { Caller } from '../../graph/model/viewer.ts';
import { callerOfClaims, type PeopleRule } from './callerOfClaims.ts';
import type { Revocations } from './revocations.ts';

/** An issuer whose access tokens are accepted. */
export interface TrustedIssuer {
  /** Whether a token's `iss` names it. */
  isNamed(iss: string): boolean;
  /** Fetches its public keys. @throws CredentialsUnavailableError */
  readonly key: JWTVerifyGetKey;
  /** Asked at every use of a token, however well known it is: one that was taken back ends at once. */
  isEnded?(token: JWTVerifyResult): Promise<boolean>;
}

/** How long a verified token is cached; withdrawn keys and revocations take effect after this time. */
const REMEMBERED_MS = 4_000;
const LARGEST_CACHE = 10_000;
/** Only asymmetric ones: with HS256 the issuer's public key would be a signing key. */
const ALGORITHMS = ['RS256', 'ES256', 'EdDSA', 'Ed25519'];
/** RFC 9068's type, and those that issuers use instead. */
const TYPES: ReadonlySet<unknown> = new Set([undefined, 'at+jwt', 'application/at+jwt', 'jwt']);

interface Remembered {
  readonly verdict: Verdict;
  /** Of a valid token. */
  readonly token?: JWTVerifyResult;
  /** When a valid token ends, skew included, in milliseconds since 1970. */
  readonly endsAt: number;
}

const refused = (reason: string): Verdict => ({ valid: false, reason });

/** Judges access tokens of one issuer: signed JWTs for this service's audience. */
export class TokenVerifier implements CredentialVerifier {
  readonly #issuer: TrustedIssuer;
  readonly #audience: string;
  readonly #people: PeopleRule;
  readonly #revocations: Pick<Revocations, 'include'> | null;
  readonly #now: () => Date;
  readonly #valid = new LRUCache<string, Remembered>({ max: LARGEST_CACHE, ttl: REMEMBERED_MS });
  /** A separate cache, so that made-up tokens evict no valid one. */
  readonly #refused = new LRUCache<string, Remembered>({ max: LARGEST_CACHE, ttl: REMEMBERED_MS });

  /**
   * @param people how their tokens are known; default: not at all
   * @param revocations of the issuer's tokens; null: none
   * @param now the time that tokens are judged by
   */
  constructor(
    issuer: TrustedIssuer,
    audience: string,
    people: PeopleRule = 'unknown',
    revocations: Pick<Revocations, 'include'> | null = null,
    now: () => Date = () => new Date(),
  ) {
    this.#now = now;
    this.#issuer = issuer;
    this.#audience = audience;
    this.#people = people;
    this.#revocations = revocations;
  }

  cachedVerdict(credential: string): Verdict | Promise<Verdict> | undefined {
    const digest = hash('sha256', credential, 'base64url');
    const known = this.#valid.get(digest) ?? this.#refused.get(digest);
    if (known === undefined) return undefined;
    if (known.endsAt <= this.#now().getTime()) return refused('The access token has expired.');
    return this.#issuer.isEnded === undefined ? known.verdict : this.#asItStands(known);
  }

  async verify(credential: string): Promise<Verdict> {
    const remembered = await this.#judge(credential);
    const cache = remembered.verdict.valid ? this.#valid : this.#refused;
    cache.set(hash('sha256', credential, 'base64url'), remembered);
    return await this.#asItStands(remembered);
  }

  async #asItStands({ verdict, token }: Remembered): Promise<Verdict> {
    const isEnded = token !== undefined && (await this.#issuer.isEnded?.(token)) === true;
    return isEnded
      ? refused('The access token has ended: it was taken back, or its person signed out everywhere.')
      : verdict;
  }

  async #judge(credential: string): Promise<Remembered> {
    const endsNever = Number.POSITIVE_INFINITY;
    let result: JWTVerifyResult;
    try {
      result = await jwtVerify(credential, this.#issuer.key, {
        audience: this.#audience,
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_SKEW_S,
        currentDate: this.#now(),
        requiredClaims: ['iss', 'exp'],
      });
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
      return { verdict: refused(explain(error)), endsAt: endsNever };
    }
    const caller = this.#readCaller(result);
    if (typeof caller === 'string') return { verdict: refused(caller), endsAt: endsNever };
    const { sub: subject, jti, iat: issuedAt } = result.payload;
    // A revocation ends what was issued before it: a token from the future would outlive those of today.
    if (issuedAt !== undefined && issuedAt > this.#now().getTime() / 1000 + CLOCK_SKEW_S) {
      return {
        verdict: refused("The access token's claim iat is more than a minute in the future."),
        endsAt: endsNever,
      };
    }
    if ((await this.#revocations?.include({ subject, jti, issuedAt })) === true) {
      return { verdict: refused('The access token was revoked.'), endsAt: endsNever };
    }
    return {
      verdict: { valid: true, caller },
      token: result,
      endsAt: ((result.payload.exp ?? 0) + CLOCK_SKEW_S) * 1000,
    };
  }

  /** The caller, or the fault. */
  #readCaller({ payload, protectedHeader }: JWTVerifyResult): Caller | string {
    if (!this.#issuer.isNamed(payload.iss ?? '')) return 'The access token is of another issuer.';
    // The issuer may have signed any type, such as a number.
    const { typ }: { readonly typ?: unknown } = protectedHeader;
    if (!TYPES.has(typeof typ === 'string' ? typ.toLowerCase() : typ)) return 'The token is no access token.';
    // RFC 9449, 7.1, and RFC 8705, 3: a stolen token must not work without its key.
    if (payload.cnf !== undefined) return 'The access token is bound to a key, so it is no bearer token.';
    return callerOfClaims(payload, this.#people) ?? 'The access token names nobody.';
  }
}

function explain(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'The access token has expired.';
  if (error instanceof errors.JWTClaimValidationFailed) return claimFault(error);
  if (error instanceof errors.JWSSignatureVerificationFailed) return "The access token's signature is wrong.";
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) {
    return 'The access token is signed with a key that its issuer does not have.';
  }
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported) {
    return 'The access token is signed by an algorithm that is not taken: RS256, ES256 and EdDSA are.';
  }
  return 'The credential is neither an API key nor an access token.';
}

function claimFault({ claim, reason }: errors.JWTClaimValidationFailed): string {
  if (claim === 'aud') return 'The access token is for another audience.';
  if (claim === 'nbf') return 'The access token is not valid yet.';
  return reason === 'missing'
    ? `The access token has no claim ${claim}.`
    : `The access token's claim ${claim} is wrong.`;
}
