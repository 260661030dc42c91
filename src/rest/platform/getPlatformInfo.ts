import { z } from 'zod';
import { open } from '../endpoint/access.ts';
import { type Endpoint, type EndpointFacts, readFacts } from '../endpoint/endpoint.ts';
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

interface ConstantDefinition<Schema extends z.ZodType> extends EndpointFacts {
  readonly response: { readonly schema: Schema; readonly description: string };
  readonly resource: z.output<Schema>;
}

/** An endpoint with a constant answer. */
function constantEndpoint<Schema extends z.ZodType>(definition: ConstantDefinition<Schema>): Endpoint {
  const json = JSON.stringify(definition.resource);
  const none = new OperationParameters(definition.path, {});
  return {
    ...definition,
    ...readFacts,
    pathParameters: none.path,
    queryParameters: none.query,
    response: { status: 200, entityTag: 'weak', ...definition.response },
    prepare({ entityTags }) {
      const entityTag = entityTags.weak();
      return async (request) => {
        none.texts(request);
        const ifNoneMatch = request.headers['if-none-match'];
        if (ifNoneMatch !== undefined && matchesEntityTag(ifNoneMatch, entityTag)) {
          return { kind: 'notModified', entityTag, byVersionAlone: !matchesAny(ifNoneMatch) };
        }
        return { kind: 'content', json, entityTag };
      };
    },
  };
}
