import { z } from 'zod';
import { everything, fieldsParameter, type Selection } from '../parameters/fields.ts';
import { optional } from '../parameters/parameter.ts';
import { readValues } from '../parameters/read.ts';
import type { Representation } from '../representation/representation.ts';

/** How the requests of an endpoint choose members of what it shows. */
interface SelectableFields {
  /** The parameter `fields`; empty where nothing is chosen. */
  readonly shape: z.ZodRawShape;
  /** @throws ProblemError invalid_parameter */
  readonly read: (texts: Readonly<Record<string, string>>) => Selection;
}

const nothing: SelectableFields = { shape: {}, read: () => everything };

/** Representations can be cut; other resources are always whole. */
export function selectableFields<Node, Resource>(
  item: ((node: Node) => Resource) | Representation<Node, Resource>,
): SelectableFields {
  if (typeof item === 'function') return nothing;
  const shape = { fields: optional(fieldsParameter(item.schema)) };
  const schema = z.object(shape);
  return { shape, read: (texts) => readValues(schema, texts).fields ?? everything };
}
