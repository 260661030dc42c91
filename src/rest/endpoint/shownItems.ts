import { hash } from 'node:crypto';
import type { GraphContext } from '../../graph/schema/context.ts';
import type { Selection } from '../parameters/selection.ts';
import type { VersionedNode } from '../representation/itemReader.ts';
import type { EndpointTools } from './endpoint.ts';
import type { ItemDefinition } from './itemDefinition.ts';

/** Items as a request asks for them. */
interface ShownItems {
  /** What distinguishes them, beside their own versions, in entity tags. */
  readonly versions: readonly string[];
  /** The JSON of what is shown, from that of the items; null when an included member is no longer current. */
  readonly of: (items: readonly Buffer[]) => Promise<readonly Buffer[] | null>;
}

/** Prepares the parts of items: what a selection includes is read, by one statement for all of them. */
export function shownItems<Node, Item>(
  tools: EndpointTools,
  item: ItemDefinition<Node, Item>,
): (context: GraphContext, selection: Selection, nodes: readonly unknown[], whole: boolean) => Promise<ShownItems> {
  const inclusions = typeof item === 'function' ? [] : Object.entries(item.inclusions);
  const readers = new Map(inclusions.map(([name, inclusion]) => [name, inclusion.prepare(tools)]));

  return async (context, { cut, included, versions }, nodes, whole) => {
    if (included.length === 0) return { versions, of: async (items) => items.map(cut) };
    // Only representations have inclusions, and their nodes have ids.
    const ids = (nodes as readonly VersionedNode[]).map(({ id }) => id);
    const members = await Promise.all(
      included.map(async (member) => {
        const read = readers.get(member.name);
        if (read === undefined) throw new Error(`nothing is included as ${member.name}`);
        return { ...member, ...(await read(context, ids, whole)) };
      }),
    );
    const parts = members.map((member) => [member.name, ...member.versions]);
    return {
      // 128 bits.
      versions: [...versions, hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22)],
      of: async (items) => {
        const values = await Promise.all(members.map(async ({ json }) => await json()));
        if (values.includes(null)) return null;
        return items.map((bytes, at) =>
          members.reduce((shown, member, which) => {
            const value = values[which]?.[at];
            return value ? member.put(shown, value) : shown;
          }, cut(bytes)),
        );
      },
    };
  };
}
