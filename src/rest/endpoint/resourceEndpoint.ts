import type { TadaDocumentNode } from 'gql.tada';
import { z } from 'zod';
import { asksForAny, matchesEntityTag } from '../http/entityTags.ts';
import { OperationParameters, readValues } from '../parameters/read.ts';
import { ProblemError } from '../problem/problemError.ts';
import { plainItems } from '../representation/itemReader.ts';
import type { Representation } from '../representation/representation.ts';
import { type Answer, type Endpoint, type EndpointFacts, readFacts } from './endpoint.ts';

interface ResourceDefinition<
  Shape extends z.ZodRawShape,
  Data,
  VersionData,
  Variables extends object,
  Node,
  Resource extends z.ZodType,
> extends EndpointFacts {
  /** The path's. */
  readonly parameters: Shape;
  /** The parameter that identifies the resource; default `id`. Another's resource never moves. */
  readonly identifiedBy?: string;
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
  /** How the node is shown; as a representation it is kept. */
  readonly resource: ((node: Node) => z.output<Resource>) | Representation<Node, z.output<Resource>>;
}

interface VersionedNode {
  /** Another than the one asked for when that was merged into this. */
  readonly id: string;
  readonly version: string | number;
  readonly mergedInto?: { readonly id: string } | null;
}

/** An endpoint that reads one resource by the identifier in its path. */
export function resourceEndpoint<
  Shape extends z.ZodRawShape,
  Data,
  Variables extends object,
  Node,
  Resource extends z.ZodType,
  VersionData = never,
>(definition: ResourceDefinition<Shape, Data, VersionData, Variables, Node, Resource>): Endpoint {
  const { operation, versionOperation, entityTag: strength = 'weak', response, resource } = definition;
  const schema = z.object(definition.parameters);
  const parameters = new OperationParameters(definition.path, definition.parameters);
  return {
    ...definition,
    ...readFacts,
    pathParameters: parameters.path,
    queryParameters: parameters.query,
    response: { status: 200, entityTag: strength, ...response },
    moves: strength === 'weak' && definition.identifiedBy === undefined,
    prepare(tools) {
      const { entityTags } = tools;
      const read = tools.operation(operation);
      const readVersion = versionOperation && tools.operation(versionOperation);
      const shown = typeof resource === 'function' ? plainItems(resource) : resource.prepare(tools);

      return async (request) => {
        const { context, headers } = request;
        const ifNoneMatch = headers['if-none-match'];
        const texts = parameters.texts(request);
        const id = texts[definition.identifiedBy ?? 'id']?.toLowerCase() ?? '';
        const variables = definition.variables(readValues(schema, texts));
        // A merged anime has a version too: `*` matches it, and a path that leads away has no tag.
        const mayReadVersionFirst = ifNoneMatch === undefined ? shown.holdsMost : !asksForAny(ifNoneMatch);
        const answerWith = (
          version: string | number,
          byVersionAlone: boolean,
          json: () => Buffer | undefined,
        ): Answer | null => {
          const entityTag = entityTags[strength](context.incarnation, version);
          if (matchesEntityTag(ifNoneMatch, entityTag)) return { kind: 'notModified', entityTag, byVersionAlone };
          const bytes = json();
          return bytes === undefined ? null : { kind: 'content', json: bytes, entityTag };
        };

        if (readVersion !== undefined && mayReadVersionFirst) {
          const version = definition.version?.(await readVersion(context, variables)) ?? null;
          const answer =
            version === null ? null : answerWith(version, true, () => shown.held(context, { id, version }));
          if (answer !== null) return answer;
        }
        const node = definition.node(await read(context, variables));
        if (node === null) throw new ProblemError('not_found', 'There is no resource with this identifier.');
        const survivor = node.mergedInto?.id ?? node.id;
        if (survivor !== id) return { kind: 'moved', id: survivor };
        const answer = answerWith(node.version, false, () => shown.ofNodes(context, [node])[0]);
        if (answer === null) throw new Error(`${definition.operationId} shows nothing`);
        return answer;
      };
    },
  };
}
