import { z } from 'zod';
import type { Operation, ResultOf, VariablesOf } from '../../graph/schema/operation.ts';
import { optional } from '../parameters/parameter.ts';
import { readValues } from '../parameters/read.ts';
import type { ItemDefinition } from './answering.ts';
import type { ListReading } from './listEndpoint.ts';
import { pageReader } from './pageReading.ts';
import { selectable } from './selectable.ts';

interface LookupDefinition<Id, Of extends Operation, Node> {
  /** The name of the parameter with the ids. */
  readonly chosenBy: string;
  readonly ids: z.ZodType<readonly Id[]>;
  readonly operation: Of;
  readonly variables: (ids: readonly Id[]) => VariablesOf<Of>;
  readonly lookup: (data: ResultOf<Of>) => {
    readonly nodes: readonly Node[];
    /** Places of the requested ids that lead to nothing. */
    readonly missing: readonly number[];
  };
  /** An id as the parameter spells it. */
  readonly textOf: (id: Id) => string;
  readonly item: ItemDefinition<Node>;
}

const members = {
  notFound: z.array(z.string()).meta({
    description: 'Of a lookup: the requested ids that lead to nothing, in the order requested.',
    examples: [['0198c7a2-5b1e-7c3d-9f00-1a2b3c4d5e70']],
  }),
};

/** Reads what a list of ids leads to: one page, in the order requested. */
export function lookupReading<Id, Of extends Operation, Node>(definition: LookupDefinition<Id, Of, Node>): ListReading {
  const { chosenBy, textOf } = definition;
  const parts = selectable(definition.item);
  const schema = z.object({ [chosenBy]: definition.ids });
  return {
    shape: { [chosenBy]: optional(definition.ids), ...parts.shape },
    chosenBy,
    item: definition.item,
    members,
    prepare(tools) {
      const read = pageReader(tools, definition.operation, definition.item);
      return async (request, texts) => {
        const ids = readValues(schema, texts)[chosenBy] ?? [];
        return await read(request, definition.variables(ids), parts.read(texts), (data) => {
          const { nodes, missing } = definition.lookup(data);
          const notFound = ids.filter((_id, at) => missing.includes(at)).map(textOf);
          return { nodes, facts: notFound, nextCursor: () => null, members: { notFound } };
        });
      };
    },
  };
}
