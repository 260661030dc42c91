import { z } from 'zod';
import type { Endpoint, EndpointFacts } from './endpoint.ts';
import { matchesEntityTag } from './entityTag.ts';

interface ConstantDefinition<Schema extends z.ZodType> extends EndpointFacts {
  readonly response: { readonly schema: Schema; readonly description: string };
  readonly resource: z.output<Schema>;
}

/** An endpoint that always answers the same. */
export function constantEndpoint<Schema extends z.ZodType>(definition: ConstantDefinition<Schema>): Endpoint {
  const json = JSON.stringify(definition.resource);
  return {
    ...definition,
    method: 'GET',
    pathParameters: z.object({}),
    queryParameters: z.object({}),
    moves: false,
    paged: false,
    prepare(tools) {
      const entityTag = tools.entityTag();
      return async ({ ifNoneMatch }) =>
        ifNoneMatch !== undefined && matchesEntityTag(ifNoneMatch, entityTag)
          ? { kind: 'notModified', entityTag }
          : { kind: 'content', json, entityTag };
    },
  };
}
