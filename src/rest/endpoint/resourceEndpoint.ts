import type { TadaDocumentNode } from 'gql.tada';
import { z } from 'zod';
import { OperationParameters, readValues } from '../parameters/read.ts';
import { ProblemError } from '../problem/problemError.ts';
import { type Endpoint, type EndpointFacts, readFacts } from './endpoint.ts';
import { asksForAny, matchesEntityTag } from './entityTags.ts';

interface ResourceDefinition<
  Shape extends z.ZodRawShape,
  Data,
  VersionData,
  Variables extends object,
  Node,
  Resource extends z.ZodType,
> extends EndpointFacts {
  /** `id`, and the path's others. */
  readonly parameters: Shape;
  /** Selects the resource, its `version` and, for an anime, `mergedInto`. */
  readonly operation: TadaDocumentNode<Data, Variables>;
  /** Selects nothing but the change version: a conditional request is answered from it alone. */
  readonly versionOperation?: TadaDocumentNode<VersionData, Variables>;
  readonly variables: (parameters: z.output<z.ZodObject<Shape>>) => Variables;
  readonly node: (data: Data) => (Node & VersionedNode) | null;
  readonly version?: (data: VersionData) => string | null;
  /** `strong` where If-Match guards changes of the resource: its version is then the revision. */
  readonly entityTag?: 'weak' | 'strong';
  readonly response: { readonly schema: Resource; readonly description: string };
  readonly resource: (node: Node) => z.output<Resource>;
}

interface VersionedNode {
  /** Another than the one asked for when that was merged into this. */
  readonly id: string;
  readonly version: string | number;
  readonly mergedInto?: { readonly id: string } | null;
}

/** An endpoint that reads one resource by the identifier `id` in its path. */
export function resourceEndpoint<
  Shape extends z.ZodRawShape,
  Data,
  Variables extends object,
  Node,
  Resource extends z.ZodType,
  VersionData = never,
>(definition: ResourceDefinition<Shape, Data, VersionData, Variables, Node, Resource>): Endpoint {
  const { operation, versionOperation, entityTag: strength = 'weak', response } = definition;
  const schema = z.object(definition.parameters);
  const parameters = new OperationParameters(definition.path, definition.parameters);
  return {
    ...definition,
    ...readFacts,
    pathParameters: parameters.path,
    queryParameters: parameters.query,
    response: { status: 200, entityTag: strength, ...response },
    moves: strength === 'weak',
    prepare({ operation: prepare, entityTags }) {
      const read = prepare(operation);
      const readVersion = versionOperation && prepare(versionOperation);
      return async (request) => {
        const { context, headers } = request;
        const ifNoneMatch = headers['if-none-match'];
        const texts = parameters.texts(request);
        const variables = definition.variables(readValues(schema, texts));
        if (readVersion !== undefined && ifNoneMatch !== undefined && !asksForAny(ifNoneMatch)) {
          const version = definition.version?.(await readVersion(context, variables)) ?? null;
          const entityTag = version === null ? null : entityTags[strength](context.incarnation, version);
          if (entityTag !== null && matchesEntityTag(ifNoneMatch, entityTag)) return { kind: 'notModified', entityTag };
        }
        const node = definition.node(await read(context, variables));
        if (node === null) throw new ProblemError('not_found', 'There is no resource with this identifier.');
        const survivor = node.mergedInto?.id ?? node.id;
        if (survivor !== texts.id?.toLowerCase()) return { kind: 'moved', id: survivor };
        const entityTag = entityTags[strength](context.incarnation, node.version);
        if (matchesEntityTag(ifNoneMatch, entityTag)) return { kind: 'notModified', entityTag };
        return { kind: 'content', json: JSON.stringify(definition.resource(node)), entityTag };
      };
    },
  };
}
