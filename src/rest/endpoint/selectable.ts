import { z } from 'zod';
import { fieldsParameter } from '../parameters/fields.ts';
import { choicesParameter } from '../parameters/lists.ts';
import { optional } from '../parameters/parameter.ts';
import { readValues } from '../parameters/read.ts';
import { everything, type Selection, selectionOf } from '../parameters/selection.ts';
import type { ItemDefinition } from './answering.ts';

/** How the requests of an endpoint choose members of what it shows. */
interface Selectable {
  /** The parameters `fields` and `include`; empty where nothing is chosen. */
  readonly shape: z.ZodRawShape;
  /** @throws ProblemError invalid_parameter */
  readonly read: (texts: Readonly<Record<string, string>>) => Selection;
}

const nothing: Selectable = { shape: {}, read: () => everything };

/** Of representations a part can be selected and more included; other resources are always whole. */
export function selectable<Node>(item: ItemDefinition<Node>): Selectable {
  if ('show' in item) return nothing;
  const { inclusions, schema } = item;
  const description = Object.entries(inclusions).map(([name, inclusion]) => `\`${name}\`: ${inclusion.description}`);
  const shape = {
    fields: optional(fieldsParameter(schema)),
    include: optional(
      choicesParameter({
        choices: Object.keys(inclusions),
        needsOthers: true,
        description: `Shows more of each resource. ${description.join(' ')}`,
      }),
    ),
  };
  const parameters = z.object(shape);
  return {
    shape,
    read: (texts) => {
      if (texts.fields === undefined && texts.include === undefined) return everything;
      const { fields, include } = readValues(parameters, texts);
      return selectionOf(schema, fields, include ?? []);
    },
  };
}
