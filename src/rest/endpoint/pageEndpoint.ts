import { createHash } from 'node:crypto';
import type { TadaDocumentNode } from 'gql.tada';
import { z } from 'zod';
import { ProblemError } from '../problem/problemError.ts';
import type { Endpoint, EndpointFacts } from './endpoint.ts';
import { asksForAny, matchesEntityTag } from './entityTag.ts';
import { pageSchema } from './pageSchema.ts';

/** A connection as documents select it. Without `tag` the digest of the page itself is its entity tag. */
interface Connection<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly tag?: string;
}

/** What a conditional request reads instead: no node and no relation. */
interface ConnectionState {
  readonly tag: string;
  readonly pageInfo: { readonly hasNextPage: boolean };
}

/** A time or date window, the same on every page of a walk. */
interface WindowDefinition<Query extends z.ZodRawShape, Window extends Readonly<Record<string, string>>> {
  /** Of the answer's member `window`. */
  readonly schema: z.ZodType<Window>;
  /** That of a walk's first request; cursors retain it. @throws ProblemError invalid_parameter */
  readonly initial: (parameters: z.output<z.ZodObject<Query>>, now: Date) => Window;
  /** What of it tells one representation from another. */
  readonly versions: (window: Window) => readonly string[];
}

interface PageDefinition<
  Path extends z.ZodRawShape,
  Query extends z.ZodRawShape,
  Data,
  StateData,
  Variables extends object,
  Node,
  Item extends z.ZodType,
  Window extends Readonly<Record<string, string>>,
> extends EndpointFacts {
  readonly parameters: { readonly path?: Path; readonly query: Query };
  readonly window?: WindowDefinition<Query, Window>;
  /** Whether a cursor holds for its own `limit` alone. */
  readonly cursorsBindLimit?: boolean;
  /** Further members of the answer. */
  readonly extras?: { readonly shape: z.ZodRawShape; readonly of: (data: Data) => Readonly<Record<string, unknown>> };
  readonly document: TadaDocumentNode<Data, Variables>;
  /** Selects tag and page state alone: a conditional request is answered from them. */
  readonly stateDocument?: TadaDocumentNode<StateData, Variables>;
  readonly state?: (data: StateData) => ConnectionState | null | undefined;
  readonly variables: (
    parameters: z.output<z.ZodObject<Path>> & z.output<z.ZodObject<Query>>,
    page: { readonly first: number; readonly after: string | null },
    window: Window,
  ) => Variables;
  /** The anime that the list belongs to; null when there is none. */
  readonly owner?: (data: Data) => { readonly mergedInto: { readonly id: string } | null } | null;
  readonly connection: (data: Data) => Connection<Node> | null | undefined;
  readonly response: { readonly id: string; readonly description: string; readonly item: Item };
  readonly item: (node: Node) => z.output<Item>;
}

/** An endpoint that reads a list page by page. Its query holds `pageParameters`. */
export function pageEndpoint<
  Query extends z.ZodRawShape,
  Data,
  Variables extends object,
  Node,
  Item extends z.ZodType,
  Path extends z.ZodRawShape = Record<never, never>,
  StateData = never,
  Window extends Readonly<Record<string, string>> = never,
>(definition: PageDefinition<Path, Query, Data, StateData, Variables, Node, Item, Window>): Endpoint {
  const { operationId, owner, connection, state, stateDocument, item, window: windowDefinition, extras } = definition;
  return {
    ...definition,
    method: 'GET',
    pathParameters: z.object(definition.parameters.path ?? {}),
    queryParameters: z.object(definition.parameters.query),
    response: {
      description: definition.response.description,
      schema: pageSchema(definition.response.id, definition.response.item, {
        ...(windowDefinition && { window: windowDefinition.schema }),
        ...extras?.shape,
      }),
    },
    moves: owner !== undefined,
    paged: true,
    prepare(tools) {
      const read = tools.operation(definition.document);
      const readState = stateDocument === undefined ? undefined : tools.operation(stateDocument);
      return async ({ parameters, context, ifNoneMatch }) => {
        const { limit, after, ...filters } = parameters as { limit: number; after?: string };
        const scope = { operationId, parameters: definition.cursorsBindLimit ? { limit, ...filters } : filters };
        const position = after === undefined ? undefined : tools.cursors.decode(scope, after);
        const known = parameters as z.output<z.ZodObject<Path>> & z.output<z.ZodObject<Query>>;
        const window =
          position?.window === undefined
            ? windowDefinition?.initial(known, context.now())
            : windowDefinition?.schema.parse(position.window);
        const windowVersions = window === undefined ? [] : (windowDefinition?.versions(window) ?? []);
        const variables = definition.variables(
          known,
          { first: limit, after: position?.after ?? null },
          // Only a definition with a window names its type.
          window as Window,
        );
        const entityTagOf = ({ tag, pageInfo }: ConnectionState) =>
          tools.entityTag(context.incarnation, tag, pageInfo.hasNextPage ? 'more' : 'last', ...windowVersions);

        if (readState !== undefined && ifNoneMatch !== undefined && !asksForAny(ifNoneMatch)) {
          const found = state?.(await readState(context, variables));
          if (found) {
            const entityTag = entityTagOf(found);
            if (matchesEntityTag(ifNoneMatch, entityTag)) return { kind: 'notModified', entityTag };
          }
        }

        const data = await read(context, variables);
        const parent = owner?.(data);
        if (parent?.mergedInto) return { kind: 'moved', id: parent.mergedInto.id };
        const found = connection(data);
        if (!found) throw new ProblemError('not_found', 'There is no resource with this identifier.');

        const { hasNextPage, endCursor } = found.pageInfo;
        const nextCursor =
          hasNextPage && endCursor !== null ? tools.cursors.encode(scope, { after: endCursor, window }) : null;
        const json = JSON.stringify({
          items: found.nodes.map(item),
          page: { nextCursor },
          ...(window && { window }),
          ...extras?.of(data),
        });
        const entityTag =
          found.tag === undefined
            ? tools.entityTag(createHash('sha256').update(json).digest('base64url').slice(0, 22))
            : entityTagOf({ tag: found.tag, pageInfo: found.pageInfo });
        if (ifNoneMatch !== undefined && matchesEntityTag(ifNoneMatch, entityTag)) {
          return { kind: 'notModified', entityTag };
        }
        return { kind: 'content', json, entityTag, ...(nextCursor !== null && { nextCursor }) };
      };
    },
  };
}
