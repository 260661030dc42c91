import { z } from 'zod';
import { open } from '../endpoint/access.ts';
import { constantEndpoint } from '../endpoint/constantEndpoint.ts';

const platformInfoSchema = z
  .object({
    apiVersion: z.literal('v1').meta({ description: 'The public API version.' }),
    referenceUrl: z.string().meta({
      description: 'Relative URL of the interactive API reference.',
      format: 'uri-reference',
      examples: ['/v1/reference'],
    }),
    openapiUrl: z.string().meta({
      description: 'Relative URL of this description in OpenAPI 3.1.',
      format: 'uri-reference',
      examples: ['/v1/openapi.json'],
    }),
  })
  .meta({ id: 'PlatformInfo', description: 'Version and documentation of the API.' });

/** The resource at `/v1`. */
export const platformInfo = {
  apiVersion: 'v1',
  referenceUrl: '/v1/reference',
  openapiUrl: '/v1/openapi.json',
} as const;

export const getPlatformInfo = constantEndpoint({
  path: '/v1',
  operationId: 'GetPlatformInfo',
  access: open,
  section: 'Platform',
  summary: 'API version and reference',
  description: 'The public API version and where the interactive reference lies. It contacts no metadata provider.',
  response: { description: 'Version and documentation.', schema: platformInfoSchema },
  resource: platformInfo,
});
