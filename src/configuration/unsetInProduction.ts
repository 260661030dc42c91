import type { Configuration } from './configuration.ts';
import type { ConfigurationFault } from './configurationError.ts';

type Given = Pick<Configuration, 'production' | 'ROLES' | 'OAUTH_ISSUER' | 'PUBLIC_URL' | 'TRUST_PROXY'>;

/**
 * What a process lacks in production, where no default is right for everybody. Access tokens of people who sign in here
 * need the name of this installation: with a common one, programs that verify them could not distinguish two. Behind a
 * proxy that nobody named all callers are one address and share one quota.
 */
export function unsetInProduction(configuration: Given): readonly ConfigurationFault[] {
  const { production, ROLES, OAUTH_ISSUER, PUBLIC_URL, TRUST_PROXY } = configuration;
  if (!production) return [];
  const isNamed = OAUTH_ISSUER !== undefined || PUBLIC_URL !== undefined;
  const faults: ConfigurationFault[] = [];
  if (!isNamed && (ROLES.has('rest') || ROLES.has('graph'))) {
    faults.push({
      variable: 'PUBLIC_URL',
      fault:
        'is unset and NODE_ENV is production: set it to the https origin of the public listener, which names the access tokens of people who sign in here, or set OAUTH_ISSUER to the issuer where they do',
    });
  }
  if (TRUST_PROXY === undefined && ROLES.has('rest')) {
    faults.push({
      variable: 'TRUST_PROXY',
      fault:
        'is unset and NODE_ENV is production: set it to the proxies before this listener (loopback, uniquelocal, 10.0.0.0/8), without which all callers share one quota, or to none where callers reach it themselves',
    });
  }
  return faults;
}
