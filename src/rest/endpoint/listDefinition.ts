import type { TadaDocumentNode } from 'gql.tada';
import { z } from 'zod';
import type { PageFacts } from '../parameters/page.ts';
import type { EndpointFacts } from './endpoint.ts';
import type { ItemDefinition } from './pageReader.ts';

/** A connection as operations select it. */
export interface Connection<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** The window as answers show it. */
export type WindowBounds = {
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
  readonly initial: (parameters: z.output<z.ZodObject<Shape>>, now: Date) => Window;
}

/** The definition of one reading of a paged list. */
export interface ReadingDefinition<
  Shape extends z.ZodRawShape,
  Data,
  Variables extends object,
  Node,
  Item extends z.ZodType,
  Window extends WindowBounds,
> {
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
  /** Further members of the answer. */
  readonly extras?: { readonly shape: z.ZodRawShape; readonly of: (data: Data) => Readonly<Record<string, unknown>> };
  /** Members of each item beside those of the resource, in the order of the nodes; the schema is of the whole item. */
  readonly itemExtras?: { readonly schema: z.ZodObject; readonly of: (data: Data) => readonly object[] };
  readonly operation: TadaDocumentNode<Data, Variables>;
  readonly variables: (
    parameters: z.output<z.ZodObject<Shape>>,
    page: { readonly first: number; readonly after: string | null },
    window: Window,
  ) => Variables;
  /** The anime that the list belongs to; null for an unknown one. */
  readonly owner?: (data: Data) => { readonly mergedInto: { readonly id: string } | null } | null;
  readonly connection: (data: Data) => Connection<Node> | null | undefined;
  readonly item: ItemDefinition<Node, z.output<Item>>;
  /** Whether more than the versions of its items decides what is shown, so that the entity tag is a digest of it. */
  readonly tagsAnswer?: boolean;
}

/** The definition of a paged list with a single reading. */
export interface ListDefinition<
  Shape extends z.ZodRawShape,
  Data,
  Variables extends object,
  Node,
  Item extends z.ZodType,
  Window extends WindowBounds,
> extends EndpointFacts,
    ReadingDefinition<Shape, Data, Variables, Node, Item, Window> {
  readonly operationId: string;
  readonly response: { readonly id: string; readonly description: string; readonly item: Item };
}

const pageInfoSchema = z
  .object({
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'Opaque cursor for the parameter `after`; null when there is no further page.' }),
  })
  .meta({ id: 'PageInfo', description: 'Where this page lies in its list.' });

/** The envelope of every list (docs/contract.md#page-envelope), with the list's own members. */
export function pageSchema(id: string, item: z.ZodType, extras: z.ZodRawShape) {
  return z.object({ items: z.array(item), page: pageInfoSchema, ...extras }).meta({ id });
}
