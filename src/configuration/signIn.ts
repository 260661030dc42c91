import { isLoopbackHost } from '../base/isLoopbackHost.ts';
import { isPrivateOrigin } from '../base/pageCookie.ts';
import type { Configuration } from './configuration.ts';

/** How people sign in to some pages. */
export type SignIn =
  | {
      readonly kind: 'ready';
      /** The origin of the pages; null: as each request names it. */
      readonly url: string | null;
      /** The pages' registration at OAUTH_ISSUER; null where people sign in here. */
      readonly client: PagesClient | null;
    }
  /** They cannot: `remedy` is a clause that names the variables to set. */
  | { readonly kind: 'missing'; readonly remedy: string };

/** A registration of pages at OAUTH_ISSUER. */
export interface PagesClient {
  readonly id: string;
  /** Null for a public client. */
  readonly secret: string | null;
  /** The parameters that make the access token one for this service. */
  readonly scope: string;
}

/**
 * How people sign in to the pages of their account. In production the pages' address must not follow the header Host,
 * and their cookie is sent by https alone.
 */
export function accountSignIn(configuration: Configuration): SignIn {
  const { production, PUBLIC_URL: url = null, PORTAL_SCOPE } = configuration;
  const isPlain = url?.startsWith('http:') === true && !isLoopbackHost(new URL(url).hostname);
  const isPlaced = url === null ? !production : !isPlain;
  return signIn(configuration, {
    url,
    scope: PORTAL_SCOPE,
    pages: 'these pages are',
    remedy: isPlaced ? null : 'PUBLIC_URL to the https origin of the public listener',
  });
}

/** How a team signs in to the desk. OAUTH_ISSUER redirects to one address, which depends on no request. */
export function deskSignIn(configuration: Configuration): SignIn {
  const { OAUTH_ISSUER, INTERNAL_URL: url = null, DESK_SCOPE } = configuration;
  const isPlaced = OAUTH_ISSUER === undefined || (url !== null && isPrivateOrigin(url));
  return signIn(configuration, {
    url,
    scope: DESK_SCOPE,
    pages: 'the desk is',
    remedy: isPlaced ? null : 'INTERNAL_URL to the https origin of the internal listener',
  });
}

interface Pages {
  readonly url: string | null;
  readonly scope: string;
  /** Subject and verb of a clause. */
  readonly pages: string;
  /** What their address lacks. */
  readonly remedy: string | null;
}

function signIn(configuration: Configuration, { url, scope, pages, remedy }: Pages): SignIn {
  const { OAUTH_ISSUER, PORTAL_CLIENT_ID: id, PORTAL_CLIENT_SECRET: secret = null } = configuration;
  const isHere = OAUTH_ISSUER === undefined;
  const unregistered = `PORTAL_CLIENT_ID and PORTAL_CLIENT_SECRET to the client that ${pages} at OAUTH_ISSUER`;
  const remedies = [isHere || id !== undefined ? null : unregistered, remedy].filter((it) => it !== null);
  if (remedies.length > 0) return { kind: 'missing', remedy: `set ${remedies.join('; ')}` };
  return { kind: 'ready', url, client: isHere || id === undefined ? null : { id, secret, scope } };
}
