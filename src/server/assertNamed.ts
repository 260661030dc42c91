import type { Configuration } from '../configuration/configuration.ts';
import { StartError } from '../startError.ts';

/**
 * In production the access tokens of people who sign in here need the name of this installation: with a common one,
 * programs that verify them could not tell two apart.
 * @throws StartError
 */
export function assertNamed({ production, ROLES, OAUTH_ISSUER, PUBLIC_URL }: Configuration): void {
  const isNamed = OAUTH_ISSUER !== undefined || PUBLIC_URL !== undefined;
  if (!production || isNamed || !(ROLES.has('rest') || ROLES.has('graph'))) return;
  throw new StartError(
    'PUBLIC_URL is unset and NODE_ENV is production: set it to the https origin of the public listener, which names the access tokens of people who sign in here, or set OAUTH_ISSUER to the issuer where they do',
  );
}
