import type { TadaDocumentNode } from 'gql.tada';
import { z } from 'zod';
import { ProblemError } from '../problem/problemError.ts';
import type { Endpoint, EndpointFacts } from './endpoint.ts';
import { asksForAny, matchesEntityTag } from './entityTag.ts';

interface ResourceDefinition<
  Path extends z.ZodRawShape,
  Data,
  VersionData,
  Variables extends object,
  Node,
  Resource extends z.ZodType,
> extends EndpointFacts {
  readonly parameters: { readonly path: Path };
  /** Selects the resource, its `version` and, for an anime, `mergedInto`. */
  readonly document: TadaDocumentNode<Data, Variables>;
  /** Selects nothing but the change version: a conditional request is answered from it alone. */
  readonly versionDocument: TadaDocumentNode<VersionData, Variables>;
  readonly variables: (parameters: z.output<z.ZodObject<Path>>) => Variables;
  readonly node: (data: Data) => (Node & VersionedNode) | null;
  readonly version: (data: VersionData) => string | null;
  readonly response: { readonly schema: Resource; readonly description: string };
  readonly resource: (node: Node) => z.output<Resource>;
}

interface VersionedNode {
  /** Another than the one asked for when that was merged into this. */
  readonly id: string;
  readonly version: string;
  readonly mergedInto?: { readonly id: string } | null;
}

/** An endpoint that reads one resource by its identifier. */
export function resourceEndpoint<
  Path extends z.ZodRawShape,
  Data,
  VersionData,
  Variables extends object,
  Node,
  Resource extends z.ZodType,
>(definition: ResourceDefinition<Path, Data, VersionData, Variables, Node, Resource>): Endpoint {
  const pathParameters = z.object(definition.parameters.path);
  return {
    ...definition,
    method: 'GET',
    pathParameters,
    queryParameters: z.object({}),
    moves: true,
    paged: false,
    prepare(tools) {
      const read = tools.operation(definition.document);
      const readVersion = tools.operation(definition.versionDocument);
      return async ({ parameters, context, ifNoneMatch }) => {
        const variables = definition.variables(parameters as z.output<typeof pathParameters>);
        if (ifNoneMatch !== undefined && !asksForAny(ifNoneMatch)) {
          const version = definition.version(await readVersion(context, variables));
          const entityTag = version === null ? undefined : tools.entityTag(context.incarnation, version);
          if (entityTag !== undefined && matchesEntityTag(ifNoneMatch, entityTag)) {
            return { kind: 'notModified', entityTag };
          }
        }
        const node = definition.node(await read(context, variables));
        if (node === null) throw new ProblemError('not_found', 'There is no resource with this identifier.');
        const survivor = node.mergedInto?.id ?? node.id;
        if (survivor !== (parameters as { readonly id: string }).id) return { kind: 'moved', id: survivor };
        const entityTag = tools.entityTag(context.incarnation, node.version);
        if (ifNoneMatch !== undefined && matchesEntityTag(ifNoneMatch, entityTag)) {
          return { kind: 'notModified', entityTag };
        }
        return { kind: 'content', json: JSON.stringify(definition.resource(node)), entityTag };
      };
    },
  };
}
