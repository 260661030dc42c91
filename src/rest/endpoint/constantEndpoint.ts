import type { z } from 'zod';
import { matchesAny, matchesEntityTag } from '../http/entityTags.ts';
import { OperationParameters } from '../parameters/read.ts';
import { type Endpoint, type EndpointFacts, readFacts } from './endpoint.ts';

interface ConstantDefinition<Schema extends z.ZodType> extends EndpointFacts {
  readonly response: { readonly schema: Schema; readonly description: string };
  readonly resource: z.output<Schema>;
}

/** An endpoint with a constant answer. */
export function constantEndpoint<Schema extends z.ZodType>(definition: ConstantDefinition<Schema>): Endpoint {
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
