import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import type { ListDefinition } from './listDefinition.ts';
import { windowEndpoint } from './windowEndpoint.ts';

type NoWindow = Readonly<Record<never, never>>;

const noWindow = { schema: z.object({}), initial: () => ({}) };

/** An endpoint that reads a list page by page. */
export function pageEndpoint<Shape extends z.ZodRawShape, Data, Variables extends object, Node, Item extends z.ZodType>(
  definition: ListDefinition<Shape, Data, Variables, Node, Item, NoWindow>,
): Endpoint {
  return windowEndpoint({ ...definition, window: noWindow });
}
