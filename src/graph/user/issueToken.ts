import type { TransactionClient } from '../../database/database.ts';
import { checkScopes } from '../application/checkScopes.ts';
import { checkSubject } from '../application/createApplication.ts';
import { CatalogError, invalidParameter } from '../model/errors.ts';
import { TOKEN_SECONDS } from '../model/limits.ts';
import { SCOPES } from '../model/scopes.ts';
import type { TokenIssuer } from './tokenIssuer.ts';

interface TokenRequest {
  readonly user: string;
  readonly scopes: readonly string[];
  readonly ttlSeconds: number;
}

/** @throws CatalogError invalid_parameter, conflict when the user is disabled or the embedded issuer is off */
export async function issueToken(
  client: TransactionClient,
  issuer: TokenIssuer | null,
  { user, scopes, ttlSeconds }: TokenRequest,
) {
  if (issuer === null) throw noIssuer();
  const subject = checkSubject(user, 'user');
  checkScopes(scopes, SCOPES);
  const { shortest, longest } = TOKEN_SECONDS;
  if (ttlSeconds < shortest || ttlSeconds > longest) {
    throw invalidParameter('ttlSeconds', `${shortest} to ${longest} are expected.`);
  }
  const known = await client.user.findUnique({ where: { name: subject } });
  if (known !== null && known.disabledAt !== null) {
    throw new CatalogError('conflict', `${subject} is disabled.`, { parameter: 'user' });
  }
  return issuer.issue({ subject, scopes: [...new Set(scopes)], ttlSeconds });
}

/** The refusal where tokens come from another issuer. */
export function noIssuer(): CatalogError {
  return new CatalogError(
    'conflict',
    'The embedded issuer is off in this process: access tokens come from OAUTH_ISSUER, or set EMBEDDED_ISSUER=on.',
  );
}
