import type { TadaDocumentNode } from 'gql.tada';
import { z } from 'zod';
import { matchesAny, matchesEntityTag } from '../http/entityTags.ts';
import { OperationParameters, readValues } from '../parameters/read.ts';
import { ProblemError } from '../problem/problemError.ts';
import { plainItems } from '../representation/itemReader.ts';
import type { Representation } from '../representation/representation.ts';
import { type Answer, type Endpoint, type EndpointFacts, readFacts } from './endpoint.ts';
import { selectable } from './selectable.ts';
import { shownItems } from './shownItems.ts';

interface ResourceDefinition<
  Shape extends z.ZodRawShape,
  Data,
  VersionData,
  Variables extends object,
  Node,
  Resource extends z.ZodType,
> extends EndpointFacts {
  /** The path parameters. */
  readonly parameters: Shape;
  /** Whether the id of a merged anime redirects to its survivor (301). */
  readonly redirectsMerged?: boolean;
  /** Selects the resource, its `version` if it has one, and `id` and `mergedInto` where merged ones redirect. */
  readonly operation: TadaDocumentNode<Data, Variables>;
  /** Selects only the change version, which suffices for a conditional request. */
  readonly versionOperation?: TadaDocumentNode<VersionData, Variables>;
  readonly variables: (parameters: z.output<z.ZodObject<Shape>>) => Variables;
  readonly node: (data: Data) => (Node & ResourceNode) | null;
  readonly version?: (data: VersionData) => string | null;
  /** `strong` where If-Match guards changes of the resource; its version is then the revision. */
  readonly entityTag?: 'weak' | 'strong';
  readonly response: { readonly schema: Resource; readonly description: string };
  /** How the node is shown; a representation is cached. */
  readonly resource: ((node: Node) => z.output<Resource>) | Representation<Node, z.output<Resource>>;
}

interface ResourceNode {
  /** Another id than requested when that anime was merged into this one. */
  readonly id?: string;
  /** Without a version the entity tag is a digest of the answer. */
  readonly version?: string | number;
  readonly mergedInto?: { readonly id: string } | null;
}

/** An endpoint that reads one resource by the id in its path. */
export function resourceEndpoint<
  Shape extends z.ZodRawShape,
  Data,
  Variables extends object,
  Node,
  Resource extends z.ZodType,
  VersionData = never,
>(definition: ResourceDefinition<Shape, Data, VersionData, Variables, Node, Resource>): Endpoint {
  const { operation, versionOperation, redirectsMerged, entityTag: strength = 'weak', response, resource } = definition;
  const schema = z.object(definition.parameters);
  const selected = selectable(resource);
  const parameters = new OperationParameters(definition.path, { ...definition.parameters, ...selected.shape });
  return {
    ...definition,
    ...readFacts,
    pathParameters: parameters.path,
    queryParameters: parameters.query,
    response: { status: 200, entityTag: strength, ...response },
    prepare(tools) {
      const { entityTags } = tools;
      const read = tools.operation(operation);
      const readVersion = versionOperation && tools.operation(versionOperation);
      const shown = typeof resource === 'function' ? plainItems(resource) : resource.prepare(tools);
      const shownPartsOf = shownItems(tools, resource);

      return async (request) => {
        const { context, headers } = request;
        const ifNoneMatch = headers['if-none-match'];
        const texts = parameters.texts(request);
        const id = texts.id?.toLowerCase() ?? '';
        const variables = definition.variables(readValues(schema, texts));
        const selection = selected.read(texts);
        const partsOf = (whole: boolean) => shownPartsOf(context, selection, [{ id }], whole);
        // A merged anime has a version too: `*` would match it, but a redirect has no tag.
        const mayReadVersionFirst = ifNoneMatch === undefined ? shown.isMostlyCached : !matchesAny(ifNoneMatch);
        const tagOf = (...versions: readonly (string | number)[]) =>
          entityTags[strength](context.incarnation, versions.join('.'));
        const unchanged = (entityTag: string, byVersionAlone: boolean): Answer | null =>
          matchesEntityTag(ifNoneMatch, entityTag) ? { kind: 'notModified', entityTag, byVersionAlone } : null;

        if (readVersion !== undefined && mayReadVersionFirst) {
          const [data, parts] = await Promise.all([readVersion(context, variables), partsOf(false)]);
          const version = definition.version?.(data) ?? null;
          if (version !== null) {
            const entityTag = tagOf(version, ...parts.versions);
            const answer = unchanged(entityTag, true);
            if (answer !== null) return answer;
            const cached = shown.cached(context, { id, version });
            const [json] = (cached && (await parts.of([cached]))) ?? [];
            if (json !== undefined) return { kind: 'content', json, entityTag };
          }
        }
        const node = definition.node(await read(context, variables));
        if (node === null) throw new ProblemError('not_found', 'There is no resource with this identifier.');
        const survivor = node.mergedInto?.id ?? node.id ?? id;
        if (redirectsMerged && survivor !== id) return { kind: 'redirect', id: survivor };
        const parts = await partsOf(true);
        const bytesOf = async () => {
          const [bytes] = (await parts.of(shown.ofNodes(context, [node]))) ?? [];
          if (bytes === undefined) throw new Error(`${definition.operationId} shows nothing`);
          return bytes;
        };
        if (node.version === undefined) {
          const json = await bytesOf();
          const entityTag = entityTags.ofBytes(json);
          return unchanged(entityTag, false) ?? { kind: 'content', json, entityTag };
        }
        const entityTag = tagOf(node.version, ...parts.versions);
        return unchanged(entityTag, false) ?? { kind: 'content', json: await bytesOf(), entityTag };
      };
    },
  };
}
