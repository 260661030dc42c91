import { hash } from 'node:crypto';
import type { z } from 'zod';
import type { GraphContext } from '../../graph/schema/context.ts';
import { matchesAny, matchesEntityTag } from '../http/entityTags.ts';
import type { Selection } from '../parameters/selection.ts';
import { byteString } from '../representation/byteString.ts';
import type { EntityKey, Inclusion, Representation, ShownEntity } from '../representation/representation.ts';
import type { Answer, EndpointRequest, EndpointTools } from './endpoint.ts';

/** Nodes that are shown by a mapping. */
interface Mapped<Node> {
  readonly schema: z.ZodType;
  readonly show: (node: Node) => unknown;
}

/** How the nodes of an operation are shown: by a mapping, or, as keys of entities, by a representation. */
export type ItemDefinition<Node> = Mapped<Node> | Representation;

/** Shows nodes by a mapping to what a schema describes. */
export function mapped<Node, Schema extends z.ZodType>(
  schema: Schema,
  show: (node: Node) => z.output<Schema>,
): Mapped<Node> {
  return { schema, show };
}

/** Prepares answers that show nodes: all of a page, or one alone. */
export function answering<Node>(tools: EndpointTools, item: ItemDefinition<Node>) {
  const isMapped = 'show' in item;
  const itemsOf = itemReader(tools, item);
  return {
    partOf: includedMembers(tools, isMapped ? {} : item.inclusions),
    /**
     * @param tagOf the tag of what is shown in these versions; null: the tag is a digest of the answer
     * @param show null stands for an entity that was deleted since its key was read
     */
    async answer(
      { context, headers }: EndpointRequest,
      nodes: readonly Node[],
      tagOf: (items: readonly EntityKey[]) => string | null,
      show: (found: readonly (ShownEntity | null)[]) => { readonly json: Buffer; readonly nextCursor?: string },
    ): Promise<Answer> {
      const ifNoneMatch = headers['if-none-match'];
      const known = isMapped || ifNoneMatch === undefined ? null : tagOf(nodes as readonly (Node & EntityKey)[]);
      if (known !== null && matchesEntityTag(ifNoneMatch, known)) {
        return { kind: 'notModified', entityTag: known, byVersionAlone: !matchesAny(ifNoneMatch ?? '') };
      }
      const found = await itemsOf(context, nodes);
      const content = show(found);
      const entityTag = tagOf(found.filter((it) => it !== null)) ?? tools.entityTags.ofBytes(content.json);
      if (matchesEntityTag(ifNoneMatch, entityTag)) return { kind: 'notModified', entityTag, byVersionAlone: false };
      return { kind: 'content', entityTag, ...content };
    },
  };
}

function itemReader<Node>(
  tools: EndpointTools,
  item: ItemDefinition<Node>,
): (context: GraphContext, nodes: readonly Node[]) => Promise<readonly (ShownEntity | null)[]> {
  if ('show' in item) {
    return async (_context, nodes) => nodes.map((node) => ({ id: '', version: '', json: byteString(item.show(node)) }));
  }
  const readEntities = item.prepare(tools);
  return (context, nodes) => readEntities(context, nodes as readonly (Node & EntityKey)[]);
}

/** The part of items that a request asks for. */
interface SelectedPart {
  /** What distinguishes it, beside the items' own versions, in entity tags. */
  readonly versions: readonly string[];
  /** The JSON of the part of an item, from the item's, both byte strings. @param at the place of its id */
  readonly of: (item: string, at: number) => string;
}

/** Prepares the parts of items: what a selection includes is read for all of them at once. */
function includedMembers(
  tools: EndpointTools,
  inclusions: Readonly<Record<string, Inclusion>>,
): (context: GraphContext, selection: Selection, ids: readonly string[]) => Promise<SelectedPart> {
  const readers = new Map(Object.entries(inclusions).map(([name, inclusion]) => [name, inclusion.prepare(tools)]));

  return async (context, { project, included, versions }, ids) => {
    const members = await Promise.all(
      included.map(async ({ name, insert }) => {
        const read = readers.get(name);
        if (read === undefined) throw new Error(`nothing is included as ${name}`);
        return { name, insert, values: await read(context, ids) };
      }),
    );
    return {
      versions: [...versions, ...members.flatMap(({ name, values }) => [name, ...values.map((it) => it.version)])],
      of: (item, at) =>
        members.reduce((shown, { insert, values }) => {
          const json = values[at]?.json;
          return json ? insert(shown, json) : shown;
        }, project(item)),
    };
  };
}

/** 128 bits. */
export function digest(parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22);
}
