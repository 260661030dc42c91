import { z } from 'zod';
import type { ReadingDefinition } from './listDefinition.ts';
import type { ListReading } from './listEndpoint.ts';
import { windowReading } from './windowReading.ts';

export type NoWindow = Readonly<Record<never, never>>;

const noWindow = { schema: z.object({}), initial: () => ({}) };

/** Reads a list page by page. */
export function pageReading<Shape extends z.ZodRawShape, Data, Variables extends object, Node, Item extends z.ZodType>(
  definition: ReadingDefinition<Shape, Data, Variables, Node, Item, NoWindow>,
): ListReading {
  return windowReading({ ...definition, window: noWindow });
}
