import type { ZodOpenApiComponentsObject, ZodOpenApiOperationObject } from 'zod-openapi';
import type { Access } from '../endpoint/access.ts';

/** How callers prove who they are. Both are sent alike; the scopes of an operation stand in its requirement. */
export const securitySchemes: NonNullable<ZodOpenApiComponentsObject['securitySchemes']> = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'cac_<id>_<secret>',
    description:
      'An API key of an application: `Authorization: Bearer cac_…`. It carries `anime.read`, `search.read` or both.',
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'An OAuth access token of the issuer that this service trusts: `Authorization: Bearer eyJ…`. Sign in again to obtain further scopes.',
  },
};

/** The alternatives of an operation. */
export function security({ anonymous, scope, apiKey }: Access): NonNullable<ZodOpenApiOperationObject['security']> {
  const scopes = scope === null ? [] : [scope];
  return [...(anonymous ? [{}] : []), ...(apiKey ? [{ apiKey: scopes }] : []), { accessToken: scopes }];
}
