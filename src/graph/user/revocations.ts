import { setTimeout } from 'node:timers/promises';
import type { Database, TransactionClient } from '../../database/database.ts';
import { lockRow } from '../../database/lockRow.ts';
import { checkSubject } from '../application/createApplication.ts';
import { CLOCK_SKEW_S } from '../caller/clockSkew.ts';
import { OWN_ISSUER } from '../caller/issuerName.ts';
import { invalidParameter, notFound } from '../model/errors.ts';
import { parseUuid } from '../model/uuid.ts';

/** The length of a `jti` (RFC 7519, 4.1.7). */
const TOKEN_ID = /^[\x21-\x7e]{1,255}$/;

/**
 * Ends everything issued to a user up to this second: access tokens, and the sessions here. The user may have no
 * account. Tokens of another issuer, which keeps issuing, are refused where dated until the returned time.
 * @param subject the `sub`
 * @param aheadSeconds how far that issuer's clock may be ahead
 * @returns the last second of issue that is revoked
 * @throws CatalogError invalid_parameter
 */
export async function revokeUserTokens(
  database: Pick<Database, 'transaction'>,
  issuer: string,
  subject: string,
  now: Date,
  aheadSeconds: number = CLOCK_SKEW_S,
): Promise<Date> {
  checkSubject(subject, 'user');
  return await database.transaction(async (client) => {
    if (issuer === OWN_ISSUER) {
      await endEverything(client, subject);
      return now;
    }
    await client.portalSession.deleteMany({ where: { issuer, subject } });
    const notBefore = new Date(now.getTime() + aheadSeconds * 1000);
    return await write(client, { issuer, kind: 'user', name: subject }, notBefore);
  });
}

/**
 * Ends one access token.
 * @param owner whose it must be; null: anybody's
 * @throws CatalogError invalid_parameter; not_found for a token made here that has ended
 */
export async function revokeToken(
  client: TransactionClient,
  { issuer, jti, owner }: { readonly issuer: string; readonly jti: string; readonly owner: string | null },
  now: Date,
): Promise<Date> {
  if (!TOKEN_ID.test(jti)) {
    throw invalidParameter('jti', 'the jti of a token is expected: 1 to 255 visible ASCII characters.');
  }
  if (issuer !== OWN_ISSUER) return await write(client, { issuer, kind: 'token', name: jti }, now);
  const id = parseUuid(jti);
  const where = { id: id ?? '', ...(owner !== null && { subject: owner }) };
  const { count } = id === null ? { count: 0 } : await client.accessToken.deleteMany({ where });
  if (count === 0) throw notFound('token', jti, 'jti');
  return now;
}

/**
 * Tokens of another issuer carry the second of their issue. Those issued in the second of a revocation are refused too,
 * so the revoking call waits until that second is over: tokens issued after its answer work.
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

/** Writes a revocation, unless it is there with a later time. */
async function write(client: TransactionClient, key: Revoked, notBefore: Date): Promise<Date> {
  await client.revocation.createMany({ data: { ...key, notBefore }, skipDuplicates: true });
  await client.revocation.updateMany({ where: { ...key, notBefore: { lt: notBefore } }, data: { notBefore } });
  const where = { issuer_kind_name: key };
  return (await client.revocation.findUniqueOrThrow({ where })).notBefore;
}

/**
 * Ends, at once and in every process, what a person who signs in here has: the sessions at her account and at the
 * desk, and her access tokens. Who makes a token locks the account too, so that none appears meanwhile.
 * @param client of a transaction
 */
export async function endEverything(client: TransactionClient, subject: string): Promise<void> {
  await lockRow(client, 'user', subject);
  await client.portalSession.deleteMany({ where: { issuer: OWN_ISSUER, subject } });
  await client.accessToken.deleteMany({ where: { subject } });
}
