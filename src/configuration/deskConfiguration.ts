import type { z } from 'zod';
import { isPrivateOrigin } from '../pageCookie.ts';
import type { PortalClient, portalVariables } from './portalVariables.ts';

/** How a team signs in to the desk of the internal listener. */
export type DeskConfiguration =
  | {
      readonly kind: 'ready';
      /** The origin of the internal listener; null, where people sign in here: as each request names it. */
      readonly url: string | null;
      /** The desk's registration at OAUTH_ISSUER; null where people sign in here. */
      readonly client: PortalClient | null;
    }
  /** It cannot: `remedy` is a clause that names the variables to set. */
  | { readonly kind: 'missing'; readonly remedy: string };

type Variables = z.output<z.ZodObject<typeof portalVariables>> & {
  readonly INTERNAL_URL?: string | undefined;
};

/** OAUTH_ISSUER redirects to one address, which depends on no request. */
export function deskConfiguration(
  { PORTAL_CLIENT_ID, PORTAL_CLIENT_SECRET, DESK_SCOPE, INTERNAL_URL }: Variables,
  issuer: 'own' | 'remote',
): DeskConfiguration {
  if (issuer === 'own') return { kind: 'ready', url: INTERNAL_URL ?? null, client: null };
  const url = INTERNAL_URL !== undefined && isPrivateOrigin(INTERNAL_URL) ? INTERNAL_URL : null;
  const remedies = [
    ...(PORTAL_CLIENT_ID === undefined
      ? ['PORTAL_CLIENT_ID and PORTAL_CLIENT_SECRET to the client that the desk is at OAUTH_ISSUER']
      : []),
    ...(url === null ? ['INTERNAL_URL to the https origin of the internal listener'] : []),
  ];
  if (url === null || PORTAL_CLIENT_ID === undefined) return { kind: 'missing', remedy: `set ${remedies.join('; ')}` };
  return {
    kind: 'ready',
    url,
    client: { id: PORTAL_CLIENT_ID, secret: PORTAL_CLIENT_SECRET ?? null, scope: DESK_SCOPE },
  };
}
