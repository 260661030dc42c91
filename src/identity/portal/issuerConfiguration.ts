import { allowInsecureRequests, Configuration, customFetch, discovery, None } from 'openid-client';
import { boundedFetch } from '../token/boundedFetch.ts';
import type { FetchFor } from './inProcessFetch.ts';

/** The issuer that signs people in. */
export type PortalIssuer =
  /** The service's own, asked in-process. */
  | {
      readonly kind: 'embedded';
      readonly ask: FetchFor;
      readonly algorithm: string;
      /** The origin in its name; null: that of the pages. */
      readonly publicUrl: string | null;
    }
  | { readonly kind: 'remote'; readonly url: string; readonly audience: string };

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

/** The service's own issuer. @param address of the browser, by which the issuer counts */
export function embeddedIssuer(
  { ask, algorithm, publicUrl }: Extract<PortalIssuer, { kind: 'embedded' }>,
  clientId: string,
  origin: string,
  address: string,
): Configuration {
  const issuer = `${publicUrl ?? origin}/oidc`;
  const server = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    authorization_response_iss_parameter_supported: true,
    id_token_signing_alg_values_supported: [algorithm],
  };
  const configuration = new Configuration(server, clientId, undefined, None());
  allowInsecureRequests(configuration);
  configuration[customFetch] = (url, { method, headers, body }) =>
    ask(address, url, { method, headers, body: String(body ?? '') });
  return configuration;
}

/** An external issuer, found by discovery. */
export function discoverIssuer(url: string, { id, secret }: PagesClient): Promise<Configuration> {
  return discovery(new URL(url), id, secret ?? undefined, secret === null ? None() : undefined, {
    [customFetch]: (asked, { method, headers, body }) =>
      boundedFetch(asked, { method, headers, body: body == null ? null : String(body), redirect: 'manual' }),
    ...(url.startsWith('http:') && { execute: [allowInsecureRequests] }),
  });
}
