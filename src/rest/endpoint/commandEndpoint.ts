import type { z } from 'zod';
import type { GraphContext } from '../../graph/schema/context.ts';
import type { Operation, ResultOf, VariablesOf } from '../../graph/schema/operation.ts';
import type { BodyKind } from '../body/bodyKinds.ts';
import type { EntityTags } from '../http/entityTags.ts';
import { OperationParameters, type Values } from '../parameters/read.ts';
import { ProblemError } from '../problem/problemError.ts';
import type { Endpoint, EndpointFacts, EndpointResponse, EndpointTools } from './endpoint.ts';

/** The input of a command. */
interface CommandRequest<Parameters, Body> {
  readonly parameters: Parameters;
  readonly body: Body;
  /** The revisions that If-Match accepts; null when any does. The mutation compares them in its transaction. */
  readonly revisions: readonly number[] | null;
}

/** The outcome of a command. */
interface CommandOutcome<Resource> {
  /** The body; absent where the response has none. */
  readonly resource?: Resource;
  /** The resource's new version, for the strong entity tag. */
  readonly version?: string | number;
  /** The path of the created resource. */
  readonly location?: string;
}

interface CommandDefinition<Shape extends z.ZodRawShape, Body, Of extends Operation, Resource extends z.ZodType>
  extends EndpointFacts {
  readonly method: Exclude<Endpoint['method'], 'GET'>;
  readonly parameters: Shape;
  /** The resource of the command: an unknown one is answered 404 before headers and body are checked. */
  readonly target?: ResourceLookup<Values<Shape>>;
  /** Whether If-Match must name the current revision: 428 without it, 409 with another one. */
  readonly needsIfMatch?: boolean;
  /** `jsonBody(schema)` or `noBody`. */
  readonly body: BodyKind<Body>;
  /** A mutation. Its CatalogErrors become problems: `conflict` 409, `not_found` 404, `invalid_body` 422 … */
  readonly operation: Of;
  readonly variables: (request: CommandRequest<Values<Shape>, Body>) => VariablesOf<Of>;
  /** Without a schema there is no body; the entity tag of a command's answer is strong. */
  readonly response: Omit<EndpointResponse, 'schema' | 'entityTag' | 'nextLink'> & {
    readonly schema?: Resource;
    readonly entityTag?: 'strong';
  };
  readonly outcome: (data: ResultOf<Of>, parameters: Values<Shape>) => CommandOutcome<z.output<Resource>>;
}

/**
 * An endpoint that changes something. Requests are refused in the order of docs/decisions.md#order-of-refusals:
 * parameters 400, resource 404, If-Match 428, body 415, 413, 400 and 422, state 409.
 */
export function commandEndpoint<
  Shape extends z.ZodRawShape,
  Body,
  Of extends Operation,
  Resource extends z.ZodType = z.ZodUndefined,
>(definition: CommandDefinition<Shape, Body, Of, Resource>): Endpoint {
  const { needsIfMatch = false, target, body } = definition;
  const { schema = null, entityTag = null, ...response } = definition.response;
  const parameters = new OperationParameters(definition.path, definition.parameters);
  return {
    ...definition,
    ...parameters,
    body: body.rule,
    needsIfMatch,
    response: { ...response, schema, entityTag },
    prepare(tools) {
      const run = tools.operation(definition.operation);
      const exists = target?.(tools);
      return async (request) => {
        const { context, headers } = request;
        const given = parameters.values(request);
        if (exists !== undefined && !(await exists(context, given))) {
          throw new ProblemError('not_found', 'There is no resource with this identifier.');
        }
        const ifMatch = needsIfMatch ? requireIfMatch(headers['if-match']) : '*';
        const document = await body.read(request.body);
        const revisions = seenRevisions(ifMatch, context.incarnation, tools.entityTags);
        const data = await run(context, definition.variables({ parameters: given, body: document, revisions }));
        const { resource, version, location = null } = definition.outcome(data, given);
        return {
          kind: 'done',
          json: resource === undefined ? null : JSON.stringify(resource),
          entityTag: version === undefined ? null : tools.entityTags.strong(context.incarnation, version),
          location,
        };
      };
    },
  };
}

function requireIfMatch(ifMatch: string | undefined): string {
  if (ifMatch !== undefined && ifMatch.trim() !== '') return ifMatch;
  throw new ProblemError('precondition_required', 'Send If-Match with the ETag of the resource as you have seen it.');
}

function seenRevisions(ifMatch: string, incarnation: string, entityTags: EntityTags): readonly number[] | null {
  const revisions = entityTags.revisionsIn(incarnation, ifMatch);
  if (revisions === null || revisions.length > 0) return revisions;
  throw new ProblemError('conflict', 'If-Match names no state of the resource: read it again and send its ETag.');
}

/** Prepares a check whether a resource exists. */
type ResourceLookup<Parameters> = (
  tools: EndpointTools,
) => (context: GraphContext, parameters: Parameters) => Promise<boolean>;

/** Asks a fixed operation whether the command's resource exists. */
export function resourceLookup<Parameters, Of extends Operation>(definition: {
  readonly operation: Of;
  readonly variables: (parameters: Parameters) => VariablesOf<Of>;
  readonly found: (data: ResultOf<Of>) => boolean;
}): ResourceLookup<Parameters> {
  return (tools) => {
    const read = tools.operation(definition.operation);
    return async (context, parameters) => definition.found(await read(context, definition.variables(parameters)));
  };
}
