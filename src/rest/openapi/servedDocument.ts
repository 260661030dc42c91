import { readFileSync } from 'node:fs';
import type { oas31 } from 'zod-openapi';
import { shippedFiles } from '../../base/shippedFolders.ts';

export type OpenApi = oas31.OpenAPIObject;

/** The committed openapi.json: what the service serves, but for the operator's settings. */
export function readServedDocument(): OpenApi {
  return JSON.parse(readFileSync(shippedFiles.openApi, 'utf8')) as OpenApi;
}

/** The operator's settings that the description shows. */
export interface Installation {
  /** Calls a minute, as `Configuration` has them. */
  readonly quotas: { readonly anonymous: number; readonly credentialed: number; readonly address: number };
  /** OAUTH_ISSUER; null where people make access tokens here. */
  readonly issuerUrl: string | null;
  /** PUBLIC_URL; null or absent: each request names the service. */
  readonly publicUrl?: string | null;
}
