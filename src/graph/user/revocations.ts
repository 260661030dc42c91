import { setTimeout } from 'node:timers/promises';
import type { TransactionClient } from '../../database/database.ts';
import { checkSubject } from '../application/createApplication.ts';
import { CLOCK_SKEW_S } from '../caller/clockSkew.ts';
import { EMBEDDED_ISSUER } from '../caller/issuerName.ts';
import { invalidParameter } from '../model/errors.ts';

/** The length of a `jti` (RFC 7519, 4.1.7). */
const TOKEN_ID = /^[\x21-\x7e]{1,255}$/;

/**
 * Revokes everything issued to a user up to this second: access tokens, and at the embedded issuer sessions, grants and
 * refresh tokens too. The user may have no account. The clock of another issuer may be ahead, so what it dates in the
 * minute after `now` is revoked too.
 * @param subject the `sub`
 * @returns the last second of issue that is revoked
 * @throws CatalogError invalid_parameter
 */
export async function revokeUserTokens(
  client: TransactionClient,
  issuer: string,
  subject: string,
  now: Date,
): Promise<Date> {
  const skewMs = issuer === EMBEDDED_ISSUER ? 0 : CLOCK_SKEW_S * 1000;
  const notBefore = new Date(now.getTime() + skewMs);
  return await write(client, { issuer, kind: 'user', name: checkSubject(subject, 'user') }, notBefore);
}

/** Revokes one access token. @throws CatalogError invalid_parameter */
export async function revokeToken(client: TransactionClient, issuer: string, jti: string, now: Date): Promise<Date> {
  if (!TOKEN_ID.test(jti)) {
    throw invalidParameter('jti', 'the jti of a token is expected: 1 to 255 visible ASCII characters.');
  }
  return await write(client, { issuer, kind: 'token', name: jti }, now);
}

/**
 * Tokens carry the second of their issue. Those issued in the second of a revocation are refused too, so the revoking
 * call waits until that second is over: tokens issued after its answer work.
 */
export async function endOfSecond(notBefore: Date, now: () => Date): Promise<void> {
  const end = (Math.floor(notBefore.getTime() / 1000) + 1) * 1000;
  // Timers may fire a millisecond early.
  await setTimeout(Math.min(Math.max(end - now().getTime() + 2, 0), 1_002));
}

interface Revoked {
  readonly issuer: string;
  readonly kind: 'user' | 'token';
  readonly name: string;
}

/** An earlier time than the stored one changes nothing. */
async function write(client: TransactionClient, { issuer, kind, name }: Revoked, notBefore: Date): Promise<Date> {
  const [row] = await client.$queryRaw<{ readonly notBefore: Date }[]>`
    INSERT INTO revocation AS r (issuer, kind, name, not_before) VALUES (${issuer}, ${kind}::revocation_kind, ${name}, ${notBefore})
    ON CONFLICT (issuer, kind, name) DO UPDATE SET not_before = greatest(r.not_before, excluded.not_before)
    RETURNING not_before AS "notBefore"`;
  if (row === undefined) throw new Error('a revocation was written and is not there');
  return row.notBefore;
}
