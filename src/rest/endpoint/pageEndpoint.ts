import type { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import type { ListDefinition, WindowBounds } from './listDefinition.ts';
import { listEndpoint } from './listEndpoint.ts';
import { pageReading } from './pageReading.ts';

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
