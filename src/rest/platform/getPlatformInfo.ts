import { z } from 'zod';
import { open } from '../endpoint/access.ts';
import { type Endpoint, readFacts } from '../endpoint/endpoint.ts';
import { matchesAny, matchesEntityTag } from '../http/entityTags.ts';
import { OperationParameters } from '../parameters/read.ts';

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

const json = JSON.stringify(platformInfo);
const parameters = new OperationParameters('/v1', {});

export const getPlatformInfo: Endpoint = {
  ...readFacts,
  path: '/v1',
  operationId: 'GetPlatformInfo',
  access: open,
  section: 'Platform',
  summary: 'API version and reference',
  description: 'The public API version and where the interactive reference lies. It contacts no metadata provider.',
  ...parameters,
  response: {
    status: 200,
    description: 'Version and documentation.',
    schema: platformInfoSchema,
    entityTag: 'weak',
  },
  prepare({ entityTags }) {
    const entityTag = entityTags.weak();
    return async (request) => {
      parameters.texts(request);
      const ifNoneMatch = request.headers['if-none-match'];
      if (!matchesEntityTag(ifNoneMatch, entityTag)) return { kind: 'content', json, entityTag };
      return { kind: 'notModified', entityTag, byVersionAlone: !matchesAny(ifNoneMatch ?? '') };
    };
  },
};
