import type { z } from 'zod';
import { isPrivateOrigin } from '../pageCookie.ts';
import type { PortalClient, portalVariables } from './portalVariables.ts';

/** How a team signs in to the desk of the internal listener. */
export type DeskConfiguration =
  | {
      readonly kind: 'ready';
      /** The origin of the internal listener. */
      readonly url: string;
      /** The desk's registration at the external issuer; null at the embedded one, which knows it. */
      readonly client: PortalClient | null;
    }
  /** It cannot: `remedy` is a clause that names the variables to set. */
  | { readonly kind: 'missing'; readonly remedy: string };

type Variables = z.output<z.ZodObject<typeof portalVariables>> & {
  readonly PUBLIC_URL?: string | undefined;
  readonly INTERNAL_URL?: string | undefined;
};

/** The issuer redirects to one address, and the desk sends browsers to one issuer: neither depends on a request. */
export function deskConfiguration(
  { PORTAL_CLIENT_ID, PORTAL_CLIENT_SECRET, DESK_SCOPE, PUBLIC_URL, INTERNAL_URL }: Variables,
  issuer: 'embedded' | 'remote' | 'none',
): DeskConfiguration {
  const url = INTERNAL_URL !== undefined && isPrivateOrigin(INTERNAL_URL) ? INTERNAL_URL : null;
  const remedies = [
    ...(issuer === 'none' ? ['OAUTH_ISSUER to the issuer whose people may sign in, or EMBEDDED_ISSUER to on'] : []),
    ...(issuer === 'remote' && PORTAL_CLIENT_ID === undefined
      ? ['PORTAL_CLIENT_ID and PORTAL_CLIENT_SECRET to the client that the desk is at OAUTH_ISSUER']
      : []),
    ...(issuer === 'embedded' && PUBLIC_URL === undefined ? ['PUBLIC_URL to the origin of the public listener'] : []),
    ...(url === null ? ['INTERNAL_URL to the https origin of the internal listener'] : []),
  ];
  if (url === null || remedies.length > 0) return { kind: 'missing', remedy: `set ${remedies.join('; ')}` };
  const client =
    issuer === 'embedded' || PORTAL_CLIENT_ID === undefined
      ? null
      : { id: PORTAL_CLIENT_ID, secret: PORTAL_CLIENT_SECRET ?? null, scope: DESK_SCOPE };
  return { kind: 'ready', url, client };
}
