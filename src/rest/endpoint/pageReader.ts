import { hash } from 'node:crypto';
import type { z } from 'zod';
import type { GraphContext } from '../../graph/schema/context.ts';
import type { Operation, ResultOf, VariablesOf } from '../../graph/schema/operation.ts';
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

/** What an operation found. */
export type FoundPage<Node> =
  /** The anime that the list belongs to was merged into this one. */
  | { readonly survivor: string }
  | {
      readonly nodes: readonly Node[];
      /** What its entity tag depends on beside the versions of its items; null: the tag is a digest of the answer. */
      readonly facts: readonly string[] | null;
      /** The cursor of the next page; null on the last one. Computed only where it is shown. */
      readonly nextCursor: () => string | null;
      /** Further members of each item. */
      readonly itemMembers?: readonly object[];
      /** The members beside `items` and `page`. */
      readonly members: object;
    };

/**
 * Prepares the reading of pages. A list of entities is a page of keys, whose order and versions are of one statement;
 * the entities that are not cached are read as a second step, each in the version that it has by then. The tag is made
 * of the versions shown.
 */
export function pageReader<Of extends Operation, Node>(
  tools: EndpointTools,
  operation: Of,
  item: ItemDefinition<Node>,
): (
  request: EndpointRequest,
  variables: VariablesOf<Of>,
  selection: Selection,
  pageOf: (data: ResultOf<Of>) => FoundPage<Node>,
) => Promise<Answer> {
  const read = tools.operation(operation);
  const { partOf, answer } = answering(tools, item);

  return async (request, variables, selection, pageOf) => {
    const { context } = request;
    const page = pageOf(await read(context, variables));
    if ('survivor' in page) return { kind: 'redirect', id: page.survivor };
    const { nodes, facts, itemMembers } = page;
    const ids = selection.included.length === 0 ? [] : (nodes as readonly EntityKey[]).map(({ id }) => id);
    const part = await partOf(context, selection, ids);
    const tagOf = (items: readonly EntityKey[]) =>
      facts &&
      tools.entityTags.weak(
        context.incarnation,
        digest([...items.flatMap(({ id, version }) => [id, version]), ...facts, ...part.versions]),
      );
    return await answer(request, nodes, tagOf, (found) => {
      const shown = found.flatMap((it, at) =>
        it === null ? [] : [part.of(itemMembers ? joinMembers(it.json, itemMembers[at]) : it.json, at)],
      );
      const nextCursor = page.nextCursor();
      const json = joinPage(shown, { page: { nextCursor }, ...page.members });
      return { json, ...(nextCursor !== null && { nextCursor }) };
    });
  };
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

/** An object's JSON with further members, byte strings. */
function joinMembers(item: string, members: object | undefined): string {
  return `${item.slice(0, -1)},${byteString(members).slice(1)}`;
}

/** The bytes of a page: the items', then the other members. */
function joinPage(items: readonly string[], members: object): Buffer {
  return Buffer.from(`{"items":[${items.join()}],${byteString(members).slice(1)}`, 'latin1');
}
