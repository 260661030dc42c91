import type { GraphContext } from '../../graph/schema/context.ts';
import type { Selection } from '../parameters/selection.ts';
import type { Inclusion } from '../representation/representation.ts';
import type { EndpointTools } from './endpoint.ts';

/** The part of items that a request asks for. */
interface SelectedPart {
  /** What distinguishes it, beside the items' own versions, in entity tags. */
  readonly versions: readonly string[];
  /** The JSON of the part of an item, from the item's. @param at the place of its id */
  readonly of: (item: Buffer, at: number) => Buffer;
}

/** Prepares the parts of items: what a selection includes is read for all of them at once. */
export function includedMembers(
  tools: EndpointTools,
  inclusions: Readonly<Record<string, Inclusion>>,
): (context: GraphContext, selection: Selection, ids: readonly string[]) => Promise<SelectedPart> {
  const readers = new Map(Object.entries(inclusions).map(([name, inclusion]) => [name, inclusion.prepare(tools)]));

  return async (context, { cut, included, versions }, ids) => {
    const members = await Promise.all(
      included.map(async ({ name, put }) => {
        const read = readers.get(name);
        if (read === undefined) throw new Error(`nothing is included as ${name}`);
        return { name, put, values: await read(context, ids) };
      }),
    );
    return {
      versions: [...versions, ...members.flatMap(({ name, values }) => [name, ...values.map((it) => it.version)])],
      of: (item, at) =>
        members.reduce((shown, { put, values }) => {
          const json = values[at]?.json;
          return json ? put(shown, json) : shown;
        }, cut(item)),
    };
  };
}
