import { z } from 'zod';
import { matchesAny, matchesEntityTag } from '../http/entityTags.ts';
import { pageParameters } from '../parameters/page.ts';
import { OperationParameters, readValues } from '../parameters/read.ts';
import { ProblemError } from '../problem/problemError.ts';
import { plainItems } from '../representation/itemReader.ts';
import { type Answer, type Endpoint, type EndpointTools, readFacts } from './endpoint.ts';
import { keysOperation } from './keysOperation.ts';
import {
  type Connection,
  type ListDefinition,
  pageSchema,
  type WindowBounds,
  type WindowDefinition,
} from './listDefinition.ts';

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

  /** @throws ProblemError not_found */
  function survivorOrConnection(data: Data): { readonly survivor: string } | { readonly found: Connection<Node> } {
    const survivor = owner?.(data)?.mergedInto;
    if (survivor) return { survivor: survivor.id };
    const found = connection(data);
    if (!found) throw new ProblemError('not_found', 'There is no resource with this identifier.');
    return { found };
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
    redirectsMerged: owner !== undefined,
    prepare(tools) {
      const read = tools.operation(operation);
      const items = typeof item === 'function' ? plainItems(item) : item.prepare(tools);
      const readKeys = typeof item === 'function' ? null : tools.operation(keysOperation(operation));

      return async (request): Promise<Answer> => {
        const { context, headers } = request;
        const { scope, window, variables } = readRequest(parameters.texts(request), tools, context.now());
        const ifNoneMatch = headers['if-none-match'];
        const isConditional = ifNoneMatch !== undefined && !matchesAny(ifNoneMatch);

        if (readKeys !== null && (isConditional || items.isMostlyCached)) {
          const data = await readKeys(context, variables);
          const answer = await answerOf(data, isConditional, (found) => items.ofKeys(context, found.nodes));
          if (answer !== null) return answer;
        }
        const data = await read(context, variables);
        const answer = await answerOf(data, false, async (found) => items.ofNodes(context, found.nodes));
        if (answer === null) throw new Error(`${operationId} has no items`);
        return answer;

        /** Null when the page changed between the two reads. */
        async function answerOf(
          data: Data,
          byVersionAlone: boolean,
          itemsOf: (found: Connection<Node>) => Promise<readonly Buffer[] | null>,
        ): Promise<Answer | null> {
          const outcome = survivorOrConnection(data);
          if ('survivor' in outcome) return { kind: 'redirect', id: outcome.survivor };
          const { tag, pageInfo } = outcome.found;
          // A default window moves with the clock: the same items in another window are another page.
          const bounds = [window.from, window.to].filter((bound) => bound !== undefined);
          const state = pageInfo.hasNextPage ? 'more' : 'last';
          const tagged = tag && tools.entityTags.weak(context.incarnation, tag, state, ...bounds);
          if (tagged && matchesEntityTag(ifNoneMatch, tagged)) {
            return { kind: 'notModified', entityTag: tagged, byVersionAlone };
          }

          const shown = await itemsOf(outcome.found);
          if (shown === null) return null;
          const { hasNextPage, endCursor } = pageInfo;
          const nextCursor =
            hasNextPage && endCursor !== null ? tools.cursors.encode(scope, { after: endCursor, window }) : null;
          const json = joinPage(shown, { page: { nextCursor }, ...(showsWindow && { window }), ...extras?.of(data) });
          const entityTag = tagged || tools.entityTags.ofBytes(json);
          if (!tagged && matchesEntityTag(ifNoneMatch, entityTag)) {
            return { kind: 'notModified', entityTag, byVersionAlone: false };
          }
          return { kind: 'content', json, entityTag, ...(nextCursor !== null && { nextCursor }) };
        }
      };
    },
  };
}

const comma = Buffer.from(',');
const begin = Buffer.from('{"items":[');

/** The bytes of a page: the items', then the other members. */
function joinPage(items: readonly Buffer[], members: object): Buffer {
  const pieces: Buffer[] = [begin];
  for (const [at, bytes] of items.entries()) {
    if (at > 0) pieces.push(comma);
    pieces.push(bytes);
  }
  pieces.push(Buffer.from(`],${JSON.stringify(members).slice(1)}`));
  return Buffer.concat(pieces);
}
