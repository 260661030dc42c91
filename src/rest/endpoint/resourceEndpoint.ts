import { z } from 'zod';
import type { Operation, ResultOf, VariablesOf } from '../../graph/schema/operation.ts';
import { OperationParameters, readValues, type Values } from '../parameters/read.ts';
import { selectionSchema, wholeOrPart } from '../parameters/selectionSchema.ts';
import { ProblemError } from '../problem/problemError.ts';
import type { EntityKey } from '../representation/representation.ts';
import { answering, digest, type ItemDefinition } from './answering.ts';
import { type Endpoint, type EndpointFacts, readFacts } from './endpoint.ts';
import { selectable } from './selectable.ts';

interface ResourceDefinition<Shape extends z.ZodRawShape, Of extends Operation, Node> extends EndpointFacts {
  /** The path parameters. */
  readonly parameters: Shape;
  /**
   * Selects the resource, or of an entity `id` and `version` alone; `mergedInto` where merged ones redirect.
   */
  readonly operation: Of;
  readonly variables: (parameters: Values<Shape>) => VariablesOf<Of>;
  readonly node: (data: ResultOf<Of>) => (Node & ResourceNode) | null;
  /** `strong` where If-Match guards changes of the resource; its version is then the revision. */
  readonly entityTag?: 'weak' | 'strong';
  readonly response: { readonly description: string };
  /** How the node is shown; a representation is cached. */
  readonly resource: ItemDefinition<Node & ResourceNode>;
}

interface ResourceNode {
  /** Another id than requested when that anime was merged into this one. */
  readonly id?: string;
  /** Without a version the entity tag is a digest of the answer. */
  readonly version?: string | number;
  readonly mergedInto?: { readonly id: string } | null;
}

/** An endpoint that reads one resource by the id in its path. */
export function resourceEndpoint<Shape extends z.ZodRawShape, Of extends Operation, Node>(
  definition: ResourceDefinition<Shape, Of, Node>,
): Endpoint {
  const { operation, redirectsMerged, entityTag: strength = 'weak', response, resource } = definition;
  const schema = z.object(definition.parameters);
  const selected = selectable(resource);
  const parameters = new OperationParameters(definition.path, { ...definition.parameters, ...selected.shape });
  return {
    ...definition,
    ...readFacts,
    ...parameters,
    response: {
      status: 200,
      entityTag: strength,
      description: response.description,
      schema: 'show' in resource ? resource.schema : wholeOrPart(resource.schema, selectionSchema(resource.schema)),
    },
    prepare(tools) {
      const read = tools.operation(operation);
      const { partOf, answer } = answering(tools, resource);

      return async (request) => {
        const { context } = request;
        const texts = parameters.texts(request);
        const asked = texts.id?.toLowerCase() ?? '';
        const selection = selected.read(texts);
        const [data, part] = await Promise.all([
          read(context, definition.variables(readValues(schema, texts))),
          partOf(context, selection, [asked]),
        ]);
        const node = definition.node(data);
        if (node === null) throw notFound();
        const id = node.mergedInto?.id ?? node.id ?? asked;
        if (redirectsMerged && id !== asked) return { kind: 'redirect', id };
        const tagOf = ([shown]: readonly EntityKey[]) => {
          const version = 'show' in resource ? node.version : shown?.version;
          if (version === undefined) return null;
          const whole = part.versions.length === 0 ? version : `${version}.${digest(part.versions)}`;
          return tools.entityTags[strength](context.incarnation, whole);
        };
        return await answer(request, [{ ...node, id }], tagOf, ([shown]) => {
          if (!shown) throw notFound();
          return { json: Buffer.from(part.of(shown.json, 0), 'latin1') };
        });
      };
    },
  };
}

function notFound(): ProblemError {
  return new ProblemError('not_found', 'There is no resource with this identifier.');
}
