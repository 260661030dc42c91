import type { Database, TransactionClient } from '../../database/database.ts';
import type { AccessToken } from '../../database/generated/client.ts';
import { lockRow } from '../../database/lockRow.ts';
import { checkScopes } from '../application/checkScopes.ts';
import { checkApplicationName, checkSubject } from '../application/createApplication.ts';
import { OWN_ISSUER } from '../caller/issuerName.ts';
import { CatalogError, invalidParameter } from '../model/errors.ts';
import { LARGEST_TOKENS, TOKEN_SECONDS } from '../model/limits.ts';
import { SCOPES } from '../model/scopes.ts';
import type { Viewer } from '../model/viewer.ts';
import type { TokenIssuer } from './tokenIssuer.ts';

interface TokenRequest {
  readonly user: string;
  /** What the person calls it; null or absent: nothing. */
  readonly label?: string | null | undefined;
  readonly scopes: readonly string[];
  readonly ttlSeconds: number;
}

/** The portal session by which a person asks, in hexadecimal digits. */
const SESSION = /^[0-9a-f]{64}$/;

/** Attempts at a token whose key is withdrawn before its row is stored. */
const ATTEMPTS = 3;

/**
 * Makes an access token: for a tool anybody's, for a person her own, from an open session.
 * @throws CatalogError invalid_parameter, not_owner, conflict when the user is disabled or has too many
 */
export async function issueToken(
  { database, viewer, now }: { readonly database: Database; readonly viewer: Viewer; readonly now: () => Date },
  issuer: TokenIssuer,
  { user, label, scopes, ttlSeconds }: TokenRequest,
): Promise<{ readonly token: string; readonly stored: AccessToken }> {
  const subject = checkSubject(user, 'user');
  const checkedLabel = label == null ? null : checkApplicationName(label, 'label');
  checkScopes(scopes, SCOPES);
  const { shortest, longest } = TOKEN_SECONDS;
  if (ttlSeconds < shortest || ttlSeconds > longest) {
    throw invalidParameter('ttlSeconds', `${shortest} to ${longest} are expected.`);
  }
  const granted = [...new Set(scopes)];
  for (let attempt = 1; ; attempt += 1) {
    const { token, id, keyId, expiresAt } = await issuer.sign({ subject, scopes: granted, ttlSeconds });
    const stored = await database.transaction(async (client) => {
      await admit(client, viewer, subject, now());
      if (!(await lockRow(client, 'signingKey', keyId))) return null;
      return await client.accessToken.create({
        data: { id, keyId, subject, expiresAt, label: checkedLabel, scopes: granted },
      });
    });
    if (stored !== null) return { token, stored };
    if (attempt === ATTEMPTS) throw new CatalogError('conflict', 'The signing key is being replaced: try again.');
  }
}

/**
 * Checks that a token may be made now. Locking the account holds back what ends everything of this person (a new
 * password, sign-out everywhere) until the token's row is there to be deleted.
 */
async function admit(client: TransactionClient, viewer: Viewer, subject: string, now: Date): Promise<void> {
  await lockRow(client, 'user', subject);
  const user = await client.user.findUnique({ where: { name: subject }, select: { disabledAt: true } });
  if (user?.disabledAt) throw new CatalogError('conflict', `${subject} is disabled.`, { parameter: 'user' });
  if (viewer.kind === 'tool') return;
  const session = viewer.kind === 'user' && viewer.subject === subject ? (viewer.session ?? '') : '';
  if (!SESSION.test(session)) throw new CatalogError('not_owner', 'People create their own tokens, signed in.');
  const digest = new Uint8Array(Buffer.from(session, 'hex'));
  const where = { digest, issuer: OWN_ISSUER, subject, atDesk: false };
  if ((await client.portalSession.count({ where })) === 0)
    throw new CatalogError('conflict', 'The session has ended: sign in again.');
  if ((await client.accessToken.count({ where: { subject, expiresAt: { gt: now } } })) >= LARGEST_TOKENS) {
    throw new CatalogError('conflict', `You have ${LARGEST_TOKENS} active tokens: revoke one first.`);
  }
}

/** A person's tokens that work, the newest first. */
export async function accessTokens({ client }: Pick<Database, 'client'>, subject: string, now: Date) {
  const rows = await client.accessToken.findMany({
    where: { subject, expiresAt: { gt: now } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: LARGEST_TOKENS,
  });
  return rows.map(accessTokenNode);
}

/** The node of a stored token, without its text, which is not stored. */
export function accessTokenNode({ id, label, scopes, createdAt, expiresAt }: AccessToken) {
  return { id, label, scopes, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
}
