import type { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import type { ListDefinition, WindowBounds, WindowDefinition } from './listDefinition.ts';
import { listEndpoint } from './listEndpoint.ts';
import { windowReading } from './windowReading.ts';

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
  const redirectsMerged = definition.owner !== undefined;
  return listEndpoint({ ...definition, redirectsMerged }, [windowReading(definition)]);
}
