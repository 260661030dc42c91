import { allowInsecureRequests, type Configuration, customFetch, discovery, None } from 'openid-client';
import { boundedFetch } from '../token/boundedFetch.ts';

/** The registration of pages at the issuer. */
export interface PagesClient {
  readonly id: string;
  /** Null for a public client. */
  readonly secret: string | null;
  /** The requested scopes. */
  readonly scope: string;
  /** The redirect path, at the origin of the pages. */
  readonly redirectPath: string;
}

/** An issuer, found by discovery. */
export function discoverIssuer(url: string, { id, secret }: PagesClient): Promise<Configuration> {
  return discovery(new URL(url), id, secret ?? undefined, secret === null ? None() : undefined, {
    [customFetch]: (asked, { method, headers, body }) =>
      boundedFetch(asked, { method, headers, body: body == null ? null : String(body), redirect: 'manual' }),
    ...(url.startsWith('http:') && { execute: [allowInsecureRequests] }),
  });
}
