import { z } from 'zod';
import { pageParameters } from '../parameters/page.ts';
import { readValues } from '../parameters/read.ts';
import { ProblemError } from '../problem/problemError.ts';
import type { Endpoint, EndpointTools } from './endpoint.ts';
import type { ListDefinition, ReadingDefinition, WindowBounds } from './listDefinition.ts';
import { type ListReading, listEndpoint } from './listEndpoint.ts';
import { type FoundPage, pageReader } from './pageReader.ts';
import { selectable } from './selectable.ts';

const noWindow = { schema: z.object({}), initial: () => ({}) };

/** Reads a list page by page, within a window, where it has one, that its cursors retain. */
export function pageReading<
  Shape extends z.ZodRawShape,
  Data,
  Variables extends object,
  Node,
  Item extends z.ZodType,
  Window extends WindowBounds = Readonly<Record<never, never>>,
>(definition: ReadingDefinition<Shape, Data, Variables, Node, Item, Window>): ListReading {
  const { operationId, owner, connection, extras, itemExtras, page: pageFacts } = definition;
  const tagsAnswer = definition.tagsAnswer ?? typeof definition.item === 'function';
  const windows = definition.window ?? (noWindow as NonNullable<typeof definition.window>);
  const pageShape = pageParameters(pageFacts);
  const schemas = { own: z.object(definition.parameters), page: z.object(pageShape) };
  const parts = selectable(definition.item, itemExtras?.schema);
  const showsWindow = Object.keys(windows.schema.shape).length > 0;

  /** The parsed request: the list's variables, and the scope of its cursors. */
  function readRequest(texts: Readonly<Record<string, string>>, { cursors }: EndpointTools, now: Date) {
    const filters = readValues(schemas.own, texts);
    const { limit, after } = readValues(schemas.page, texts);
    const scope = { operationId, parameters: pageFacts.cursorsBindLimit ? { limit, ...filters } : filters };
    const position = after === undefined ? undefined : cursors.decode(scope, after);
    const window =
      position?.window === undefined ? windows.initial(filters, now) : windows.schema.parse(position.window);
    const variables = definition.variables(filters, { first: limit, after: position?.after ?? null }, window);
    return { scope, window, variables };
  }

  return {
    shape: { ...definition.parameters, ...pageShape, ...parts.shape },
    ...(definition.chosenBy !== undefined && { chosenBy: definition.chosenBy }),
    members: { ...(showsWindow && { window: windows.schema }), ...extras?.shape },
    prepare(tools) {
      const read = pageReader(tools, definition.operation, definition.item);
      return async (request, texts) => {
        const { context } = request;
        const { scope, window, variables } = readRequest(texts, tools, context.now());
        return await read(request, variables, parts.read(texts), (data): FoundPage<Node> => {
          const survivor = owner?.(data)?.mergedInto;
          if (survivor) return { survivor: survivor.id };
          const found = connection(data);
          if (!found) throw new ProblemError('not_found', 'There is no resource with this identifier.');
          const { hasNextPage, endCursor } = found.pageInfo;
          // A default window moves with the clock: the same items in another window are another page.
          const bounds = [window.from, window.to].filter((bound) => bound !== undefined);
          return {
            nodes: found.nodes,
            facts: tagsAnswer ? null : [hasNextPage ? 'more' : 'last', ...bounds],
            nextCursor: () =>
              hasNextPage && endCursor !== null
                ? tools.cursors.encode(scope, { after: endCursor, ...(showsWindow && { window }) })
                : null,
            ...(itemExtras && { itemMembers: itemExtras.of(data) }),
            members: { ...(showsWindow && { window }), ...extras?.of(data) },
          };
        });
      };
    },
  };
}

/** An endpoint that reads a list page by page, within a window where it has one. */
export function pageEndpoint<
  Shape extends z.ZodRawShape,
  Data,
  Variables extends object,
  Node,
  Item extends z.ZodType,
  Window extends WindowBounds = Readonly<Record<never, never>>,
>(definition: ListDefinition<Shape, Data, Variables, Node, Item, Window>): Endpoint {
  const { owner, itemExtras, response } = definition;
  const item = itemExtras?.schema ?? response.item;
  const shown = { ...definition, response: { ...response, item }, redirectsMerged: owner !== undefined };
  return listEndpoint(shown, [pageReading(definition)]);
}
