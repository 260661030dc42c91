import { readFileSync } from 'node:fs';
import type { oas31 } from 'zod-openapi';
import { shippedFiles } from '../../shippedFolders.ts';

export type OpenApi = oas31.OpenAPIObject;

/** The committed openapi.json: what the service serves, but for the operator's settings. */
export function readServedDocument(): OpenApi {
  return JSON.parse(readFileSync(shippedFiles.openApi, 'utf8')) as OpenApi;
}
