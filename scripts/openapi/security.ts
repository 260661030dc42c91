import type { ZodOpenApiComponentsObject, ZodOpenApiOperationObject } from 'zod-openapi';
import { KEY_SCOPES, SCOPES, type Scope, scopes } from '../../src/graph/model/scopes.ts';
import type { Access } from '../../src/rest/endpoint/access.ts';

/** The security schemes. Both credentials are sent alike; an operation's scopes are in its requirement. */
export const securitySchemes: NonNullable<ZodOpenApiComponentsObject['securitySchemes']> = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'cac_<id>_<secret>',
    description: `An API key of an application: \`Authorization: Bearer cac_…\`. ${carries(KEY_SCOPES)}`,
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: `An access token of a person, or of the issuer that this service trusts: \`Authorization: Bearer eyJ…\`. ${carries(SCOPES)} Sign in again to obtain further ones.`,
  },
};

/** The alternative requirements of an operation. */
export function security({ anonymous, scope, apiKey }: Access): NonNullable<ZodOpenApiOperationObject['security']> {
  const needed = scope === null ? [] : [scope];
  return [...(anonymous ? [{}] : []), ...(apiKey ? [{ apiKey: needed }] : []), { accessToken: needed }];
}

function carries(held: readonly Scope[]): string {
  return `It carries scopes: ${held.map((scope) => `\`${scope}\` (${scopes[scope].meaning})`).join(', ')}.`;
}
