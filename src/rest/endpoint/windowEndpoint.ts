import { createHash } from 'node:crypto';
import type { TadaDocumentNode } from 'gql.tada';
import { z } from 'zod';
import type { CursorScope } from '../cursors.ts';
import { type PageFacts, pageParameters } from '../parameters/page.ts';
import { OperationParameters, readValues } from '../parameters/read.ts';
import { ProblemError } from '../problem/problemError.ts';
import { type Answer, type Endpoint, type EndpointFacts, type EndpointTools, readFacts } from './endpoint.ts';
import { asksForAny, matchesEntityTag } from './entityTags.ts';
import { stateOperation } from './stateOperation.ts';

/** A connection as operations select it. Without `tag` the digest of the page itself is its entity tag. */
interface Connection<Node> extends ConnectionState {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** What a conditional request reads instead: no node and no relation. */
interface ConnectionState {
  readonly tag?: string;
  readonly pageInfo: { readonly hasNextPage: boolean };
}

/** A window as answers show it, by bound. */
type WindowBounds = Readonly<Record<string, string>>;

/** A time or date window, the same on every page of a walk. */
export interface WindowDefinition<Shape extends z.ZodRawShape, Window extends WindowBounds> {
  /** Of the answer's member `window`, which is left out when the schema has no member. */
  readonly schema: z.ZodObject & z.ZodType<Window>;
  /** That of a walk's first request; cursors retain it. @throws ProblemError invalid_parameter */
  readonly initial: (parameters: z.output<z.ZodObject<Shape>>, now: Date) => Window;
  /** What of it tells one representation from another. */
  readonly versions: (window: Window) => readonly string[];
}

/** A list as pages of it are read; `windowEndpoint` adds the window. */
export interface ListDefinition<
  Shape extends z.ZodRawShape,
  Data,
  Variables extends object,
  Node,
  Item extends z.ZodType,
  Window extends WindowBounds,
> extends EndpointFacts {
  /** Filters, and the path's; `limit` and `after` are added. */
  readonly parameters: Shape;
  /** Of `limit` and `after`. */
  readonly page: PageFacts & {
    /** Whether a cursor holds for its own `limit` alone. */
    readonly cursorsBindLimit?: boolean;
  };
  /** Further members of the answer. */
  readonly extras?: { readonly shape: z.ZodRawShape; readonly of: (data: Data) => Readonly<Record<string, unknown>> };
  readonly operation: TadaDocumentNode<Data, Variables>;
  readonly variables: (
    parameters: z.output<z.ZodObject<Shape>>,
    page: { readonly first: number; readonly after: string | null },
    window: Window,
  ) => Variables;
  /** The anime that the list belongs to; null when there is none. */
  readonly owner?: (data: Data) => { readonly mergedInto: { readonly id: string } | null } | null;
  readonly connection: (data: Data) => Connection<Node> | null | undefined;
  readonly response: { readonly id: string; readonly description: string; readonly item: Item };
  readonly item: (node: Node) => z.output<Item>;
}

/** An endpoint that reads a list page by page, within a window that its cursors retain. */
export function windowEndpoint<
  Shape extends z.ZodRawShape,
  Data,
  Variables extends object,
  Node,
  Item extends z.ZodType,
  Window extends WindowBounds,
>(
  definition: ListDefinition<Shape, Data, Variables, Node, Item, Window> & {
    readonly window: WindowDefinition<Shape, Window>;
  },
): Endpoint {
  const { operationId, operation, owner, connection, item, window: windows, extras, page: pageFacts } = definition;
  const pageShape = pageParameters(pageFacts);
  const schemas = { own: z.object(definition.parameters), page: z.object(pageShape) };
  const parameters = new OperationParameters(definition.path, { ...definition.parameters, ...pageShape });
  const showsWindow = Object.keys(windows.schema.shape).length > 0;

  /** What the request asks for: the list's variables, and what its cursors are bound to. */
  function readRequest(texts: Readonly<Record<string, string>>, tools: EndpointTools, now: Date) {
    const filters = readValues(schemas.own, texts);
    const { limit, after } = readValues(schemas.page, texts);
    const scope = {
      operationId,
      parameters: pageFacts.cursorsBindLimit ? { limit, ...filters } : filters,
    } satisfies CursorScope;
    const position = after === undefined ? undefined : tools.cursors.decode(scope, after);
    const window =
      position?.window === undefined ? windows.initial(filters, now) : windows.schema.parse(position.window);
    const variables = definition.variables(filters, { first: limit, after: position?.after ?? null }, window);
    return { scope, window, variables };
  }

  return {
    ...definition,
    ...readFacts,
    pathParameters: parameters.path,
    queryParameters: parameters.query,
    response: {
      status: 200,
      description: definition.response.description,
      schema: pageSchema(definition.response.id, definition.response.item, {
        ...(showsWindow && { window: windows.schema }),
        ...extras?.shape,
      }),
      entityTag: 'weak',
      nextLink: true,
    },
    moves: owner !== undefined,
    prepare(tools) {
      const read = tools.operation(operation);
      const state = stateOperation(operation);
      const readState = state === null ? null : tools.operation(state);
      const tagOf = (life: string, tag: string, { pageInfo }: ConnectionState, window: Window) =>
        tools.entityTags.weak(life, tag, pageInfo.hasNextPage ? 'more' : 'last', ...windows.versions(window));

      return async (request): Promise<Answer> => {
        const { context, headers } = request;
        const ifNoneMatch = headers['if-none-match'];
        const { scope, window, variables } = readRequest(parameters.texts(request), tools, context.now());

        if (readState !== null && ifNoneMatch !== undefined && !asksForAny(ifNoneMatch)) {
          const data = await readState(context, variables);
          const found: ConnectionState | null | undefined = owner?.(data)?.mergedInto ? null : connection(data);
          const entityTag = found?.tag === undefined ? null : tagOf(context.incarnation, found.tag, found, window);
          if (entityTag !== null && matchesEntityTag(ifNoneMatch, entityTag)) return { kind: 'notModified', entityTag };
        }

        const data = await read(context, variables);
        const survivor = owner?.(data)?.mergedInto;
        if (survivor) return { kind: 'moved', id: survivor.id };
        const found = connection(data);
        if (!found) throw new ProblemError('not_found', 'There is no resource with this identifier.');

        const { hasNextPage, endCursor } = found.pageInfo;
        const nextCursor =
          hasNextPage && endCursor !== null ? tools.cursors.encode(scope, { after: endCursor, window }) : null;
        const json = JSON.stringify({
          items: found.nodes.map(item),
          page: { nextCursor },
          ...(showsWindow && { window }),
          ...extras?.of(data),
        });
        const entityTag =
          found.tag === undefined
            ? tools.entityTags.weak(digest(json))
            : tagOf(context.incarnation, found.tag, found, window);
        if (matchesEntityTag(ifNoneMatch, entityTag)) return { kind: 'notModified', entityTag };
        return { kind: 'content', json, entityTag, ...(nextCursor !== null && { nextCursor }) };
      };
    },
  };
}

const pageInfoSchema = z
  .object({
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'Opaque cursor for the parameter `after`; null when there is no further page.' }),
  })
  .meta({ id: 'PageInfo', description: 'Where this page lies in its list.' });

/** The envelope of every list (docs/contract.md#page-envelope), with what a list adds to it. */
function pageSchema(id: string, item: z.ZodType, extras: z.ZodRawShape) {
  return z.object({ items: z.array(item), page: pageInfoSchema, ...extras }).meta({ id });
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
