import { z } from 'zod';
import type { Operation, ResultOf, VariablesOf } from '../../graph/schema/operation.ts';
import { type PageFacts, pageParameters } from '../parameters/page.ts';
import { readValues, type Values } from '../parameters/read.ts';
import type { Selection } from '../parameters/selection.ts';
import { ProblemError } from '../problem/problemError.ts';
import { byteString } from '../representation/byteString.ts';
import type { EntityKey } from '../representation/representation.ts';
import { answering, digest, type ItemDefinition } from './answering.ts';
import type { Answer, Endpoint, EndpointFacts, EndpointRequest, EndpointTools } from './endpoint.ts';
import { type ListReading, listEndpoint } from './listEndpoint.ts';
import { selectable } from './selectable.ts';

/** A connection as operations select it. */
export interface Connection<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** A page as an operation found it. */
interface ListedPage<Node> extends Connection<Node> {
  /** The anime that the list belongs to. */
  readonly owner?: { readonly mergedInto: { readonly id: string } | null };
  /** Further members of the answer. */
  readonly members?: Readonly<Record<string, unknown>>;
  /** Further members of each item, in the order of the nodes. */
  readonly itemMembers?: readonly object[];
}

/** The window as answers show it. */
type WindowBounds = {
  readonly from?: string;
  readonly to?: string;
  /** Items released later are on no page. Not in the tag: a new release comes first and changes page one. */
  readonly asOf?: string;
};

/** A time or date window, the same on every page of a walk. */
interface WindowDefinition<Shape extends z.ZodRawShape, Window extends WindowBounds> {
  /** The value of the answer's member `window`, which is absent when the schema has none. */
  readonly schema: z.ZodObject & z.ZodType<Window>;
  /** The window of a walk's first request, which its cursors retain. @throws ProblemError invalid_parameter */
  readonly initial: (parameters: Values<Shape>, now: Date) => Window;
}

/** The definition of one reading of a paged list. */
interface ReadingDefinition<Shape extends z.ZodRawShape, Of extends Operation, Node, Window extends WindowBounds> {
  /** Names the list in its cursors. */
  readonly operationId: string;
  /** See ListReading. */
  readonly chosenBy?: string;
  /** Filters and path parameters; `limit` and `after` are added. */
  readonly parameters: Shape;
  /** The bounds of `limit`, and what `after` depends on. */
  readonly page: PageFacts & {
    /** Whether a cursor is valid only with its own `limit`. */
    readonly cursorsBindLimit?: boolean;
  };
  /** Of a list that is read within one. */
  readonly window?: WindowDefinition<Shape, Window>;
  /** The schemas of the answer's further members. */
  readonly members?: z.ZodRawShape;
  readonly operation: Of;
  readonly variables: (
    parameters: Values<Shape>,
    page: { readonly first: number; readonly after: string | null },
    window: Window,
  ) => VariablesOf<Of>;
  /** Nothing where the list belongs to something unknown. */
  readonly list: (data: ResultOf<Of>) => ListedPage<Node> | null | undefined;
  readonly item: ItemDefinition<Node>;
  /** Whether more than the versions of its items decides what is shown, so that the entity tag is a digest of it. */
  readonly tagsAnswer?: boolean;
}

/** The definition of a paged list with a single reading. */
interface ListDefinition<Shape extends z.ZodRawShape, Of extends Operation, Node, Window extends WindowBounds>
  extends EndpointFacts,
    ReadingDefinition<Shape, Of, Node, Window> {
  readonly operationId: string;
  readonly response: { readonly id: string; readonly description: string };
}

const noWindow = { schema: z.object({}), initial: () => ({}) };

/** Reads a list page by page, within a window, where it has one, that its cursors retain. */
export function pageReading<
  Shape extends z.ZodRawShape,
  Of extends Operation,
  Node,
  Window extends WindowBounds = Readonly<Record<never, never>>,
>(definition: ReadingDefinition<Shape, Of, Node, Window>): ListReading {
  const { operationId, page: pageFacts } = definition;
  const tagsAnswer = definition.tagsAnswer ?? 'show' in definition.item;
  const windows = definition.window ?? (noWindow as NonNullable<typeof definition.window>);
  const pageShape = pageParameters(pageFacts);
  const schemas = { own: z.object(definition.parameters), page: z.object(pageShape) };
  const parts = selectable(definition.item);
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
    item: definition.item,
    members: { ...(showsWindow && { window: windows.schema }), ...definition.members },
    prepare(tools) {
      const read = pageReader(tools, definition.operation, definition.item);
      return async (request, texts) => {
        const { context } = request;
        const { scope, window, variables } = readRequest(texts, tools, context.now());
        return await read(request, variables, parts.read(texts), (data): FoundPage<Node> => {
          const found = definition.list(data);
          if (!found) throw new ProblemError('not_found', 'There is no resource with this identifier.');
          const { nodes, pageInfo, owner, members, itemMembers } = found;
          if (owner?.mergedInto) return { survivor: owner.mergedInto.id };
          const { hasNextPage, endCursor } = pageInfo;
          // A default window moves with the clock: the same items in another window are another page.
          const bounds = [window.from, window.to].filter((bound) => bound !== undefined);
          return {
            nodes,
            facts: tagsAnswer ? null : [hasNextPage ? 'more' : 'last', ...bounds],
            nextCursor: () =>
              hasNextPage && endCursor !== null
                ? tools.cursors.encode(scope, { after: endCursor, ...(showsWindow && { window }) })
                : null,
            ...(itemMembers && { itemMembers }),
            members: { ...(showsWindow && { window }), ...members },
          };
        });
      };
    },
  };
}

/** What an operation found. */
type FoundPage<Node> =
  /** The anime that the list belongs to was merged into this one. */
  | { readonly survivor: string }
  | {
      readonly nodes: readonly Node[];
      /** What its entity tag depends on beside the versions of its items; null: the tag is a digest of the answer. */
      readonly facts: readonly string[] | null;
      /** The cursor of the next page; null on the last one. Computed only where it is shown. */
      readonly nextCursor: () => string | null;
      /** Further members of each item. */
      readonly itemMembers?: readonly object[];
      /** The members beside `items` and `page`. */
      readonly members: object;
    };

/**
 * Prepares the reading of pages. A list of entities is a page of keys, whose order and versions are of one statement;
 * the entities that are not cached are read as a second step, each in the version that it has by then. The tag is made
 * of the versions shown.
 */
export function pageReader<Of extends Operation, Node>(
  tools: EndpointTools,
  operation: Of,
  item: ItemDefinition<Node>,
): (
  request: EndpointRequest,
  variables: VariablesOf<Of>,
  selection: Selection,
  pageOf: (data: ResultOf<Of>) => FoundPage<Node>,
) => Promise<Answer> {
  const read = tools.operation(operation);
  const { partOf, answer } = answering(tools, item);

  return async (request, variables, selection, pageOf) => {
    const { context } = request;
    const page = pageOf(await read(context, variables));
    if ('survivor' in page) return { kind: 'redirect', id: page.survivor };
    const { nodes, facts, itemMembers } = page;
    const ids = selection.included.length === 0 ? [] : (nodes as readonly EntityKey[]).map(({ id }) => id);
    const part = await partOf(context, selection, ids);
    const tagOf = (items: readonly EntityKey[]) =>
      facts &&
      tools.entityTags.weak(
        context.incarnation,
        digest([...items.flatMap(({ id, version }) => [id, version]), ...facts, ...part.versions]),
      );
    return await answer(request, nodes, tagOf, (found) => {
      const shown = found.flatMap((it, at) =>
        it === null ? [] : [part.of(itemMembers ? joinMembers(it.json, itemMembers[at]) : it.json, at)],
      );
      const nextCursor = page.nextCursor();
      const json = joinPage(shown, { page: { nextCursor }, ...page.members });
      return { json, ...(nextCursor !== null && { nextCursor }) };
    });
  };
}

/** An endpoint that reads a list page by page, within a window where it has one. */
export function pageEndpoint<
  Shape extends z.ZodRawShape,
  Of extends Operation,
  Node,
  Window extends WindowBounds = Readonly<Record<never, never>>,
>(definition: ListDefinition<Shape, Of, Node, Window>): Endpoint {
  return listEndpoint(definition, [pageReading(definition)]);
}

/** An object's JSON with further members, byte strings. */
function joinMembers(item: string, members: object | undefined): string {
  return `${item.slice(0, -1)},${byteString(members).slice(1)}`;
}

/** The bytes of a page: the items', then the other members. */
function joinPage(items: readonly string[], members: object): Buffer {
  return Buffer.from(`{"items":[${items.join()}],${byteString(members).slice(1)}`, 'latin1');
}
