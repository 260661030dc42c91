import type { TransactionClient } from '../../database/database.ts';
import { checkSubject } from '../application/createApplication.ts';
import { isScope, SCOPES } from '../application/scopes.ts';
import { CatalogError } from '../model/errors.ts';
import { TOKEN_SECONDS } from '../model/limits.ts';
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
  const wrong = scopes.find((scope) => !isScope(scope));
  if (scopes.length === 0 || wrong !== undefined) {
    const found = wrong === undefined ? 'none is given' : `"${wrong}" is none`;
    throw new CatalogError('invalid_parameter', `scopes: ${found}; there are ${SCOPES.join(', ')}.`, {
      parameter: 'scopes',
    });
  }
  const { shortest, longest } = TOKEN_SECONDS;
  if (ttlSeconds < shortest || ttlSeconds > longest) {
    throw new CatalogError('invalid_parameter', `ttlSeconds: ${shortest} to ${longest} are expected.`, {
      parameter: 'ttlSeconds',
    });
  }
  const known = await client.user.findUnique({ where: { name: subject } });
  if (known !== null && known.disabledAt !== null) {
    throw new CatalogError('conflict', `${subject} is disabled.`, { parameter: 'user' });
  }
  return issuer.issue({ subject, scopes: [...new Set(scopes)], ttlSeconds });
}

/** What is told where tokens come from somebody else. */
export function noIssuer(): CatalogError {
  return new CatalogError(
    'conflict',
    'The embedded issuer is off in this process: access tokens come from OAUTH_ISSUER, or set EMBEDDED_ISSUER=on.',
  );
}
