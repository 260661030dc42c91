import type { z } from 'zod';
import { isLoopbackHost } from '../isLoopbackHost.ts';
import { variable } from './variable.ts';

/** How people sign in to the pages of their account. */
export type PortalConfiguration =
  | {
      readonly kind: 'ready';
      /** The origin of the pages; null outside production: taken from each request. */
      readonly publicUrl: string | null;
      /** The pages' registration at OAUTH_ISSUER; null where people sign in here. */
      readonly client: PortalClient | null;
    }
  /** They cannot: `remedy` is a clause that names the variables to set. */
  | { readonly kind: 'missing'; readonly remedy: string };

/** The pages' registration at OAUTH_ISSUER. */
export interface PortalClient {
  readonly id: string;
  /** Null for a public client. */
  readonly secret: string | null;
  /** The parameters that make the access token one for this service. */
  readonly scope: string;
}

const visible = (rule: string, secret = false) =>
  variable({ rule, secret, read: (text) => (/^[\x21-\x7e]{1,1024}$/.test(text) ? text : undefined) });

const scope = variable({
  rule: 'scopes with a space between, openid among them, such as "openid api://catalog/access"',
  read: (text) => {
    const names = text.split(' ');
    return names.includes('openid') && names.every((name) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(name))
      ? text
      : undefined;
  },
});

export const portalVariables = {
  PORTAL_CLIENT_ID: visible('the client_id of the account pages at OAUTH_ISSUER').optional(),
  PORTAL_CLIENT_SECRET: visible('the secret of PORTAL_CLIENT_ID', true).optional(),
  PORTAL_SCOPE: scope.default('openid'),
  DESK_SCOPE: scope.default('openid catalog.review'),
} as const;

type Variables = z.output<z.ZodObject<typeof portalVariables>> & { readonly PUBLIC_URL?: string | undefined };

/** In production the pages' address must not follow the header Host, and their cookie is sent by https alone. */
export function portalConfiguration(
  { PORTAL_CLIENT_ID, PORTAL_CLIENT_SECRET, PORTAL_SCOPE, PUBLIC_URL }: Variables,
  issuer: 'own' | 'remote',
  production: boolean,
): PortalConfiguration {
  const isPlain = PUBLIC_URL?.startsWith('http:') === true && !isLoopbackHost(new URL(PUBLIC_URL).hostname);
  const remedies = [
    ...(issuer === 'remote' && PORTAL_CLIENT_ID === undefined
      ? ['PORTAL_CLIENT_ID and PORTAL_CLIENT_SECRET to the client that these pages are at OAUTH_ISSUER']
      : []),
    ...((production && PUBLIC_URL === undefined) || isPlain
      ? ['PUBLIC_URL to the https origin of the public listener']
      : []),
  ];
  if (remedies.length > 0) return { kind: 'missing', remedy: `set ${remedies.join('; ')}` };
  const client =
    issuer === 'own' || PORTAL_CLIENT_ID === undefined
      ? null
      : { id: PORTAL_CLIENT_ID, secret: PORTAL_CLIENT_SECRET ?? null, scope: PORTAL_SCOPE };
  return { kind: 'ready', publicUrl: PUBLIC_URL ?? null, client };
}
