import { hash } from 'node:crypto';
import type { TadaDocumentNode } from 'gql.tada';
import type { GraphContext } from '../../graph/schema/context.ts';
import { matchesAny, matchesEntityTag } from '../http/entityTags.ts';
import type { Selection } from '../parameters/selection.ts';
import type { EntityKey, Representation, ShownEntity } from '../representation/representation.ts';
import type { Answer, EndpointRequest, EndpointTools } from './endpoint.ts';
import { includedMembers } from './includedMembers.ts';

/** How the nodes of an operation are shown: by a mapping, or, as keys of entities, by a representation. */
export type ItemDefinition<Node, Item> = ((node: Node) => Item) | Representation<Item>;

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
export function pageReader<Data, Variables extends object, Node, Item>(
  tools: EndpointTools,
  operation: TadaDocumentNode<Data, Variables>,
  item: ItemDefinition<Node, Item>,
): (
  request: EndpointRequest,
  variables: Variables,
  selection: Selection,
  pageOf: (data: Data) => FoundPage<Node>,
) => Promise<Answer> {
  const read = tools.operation(operation);
  const itemsOf = itemReader(tools, item);
  const partOf = includedMembers(tools, typeof item === 'function' ? {} : item.inclusions);

  return async ({ context, headers }, variables, selection, pageOf) => {
    const ifNoneMatch = headers['if-none-match'];
    const page = pageOf(await read(context, variables));
    if ('survivor' in page) return { kind: 'redirect', id: page.survivor };
    const { facts, itemMembers } = page;
    const part = await partOf(context, selection, selection.included.length === 0 ? [] : idsOf(page.nodes));
    const tagOf = (items: readonly EntityKey[]) =>
      facts &&
      tools.entityTags.weak(
        context.incarnation,
        digest([...items.flatMap(({ id, version }) => [id, version]), ...facts, ...part.versions]),
      );
    const known = tagOf(page.nodes as readonly EntityKey[]);
    if (known && matchesEntityTag(ifNoneMatch, known)) {
      return { kind: 'notModified', entityTag: known, byVersionAlone: !matchesAny(ifNoneMatch ?? '') };
    }
    const found = await itemsOf(context, page.nodes);
    const items = found.filter((it) => it !== null);
    const shown = found.flatMap((it, at) =>
      it === null ? [] : [part.of(itemMembers ? joinMembers(it.bytes, itemMembers[at]) : it.bytes, at)],
    );
    const nextCursor = page.nextCursor();
    const json = joinPage(shown, { page: { nextCursor }, ...page.members });
    const entityTag = tagOf(items) ?? tools.entityTags.ofBytes(json);
    if (matchesEntityTag(ifNoneMatch, entityTag)) return { kind: 'notModified', entityTag, byVersionAlone: false };
    return { kind: 'content', json, entityTag, ...(nextCursor !== null && { nextCursor }) };
  };
}

function itemReader<Node, Item>(
  tools: EndpointTools,
  item: ItemDefinition<Node, Item>,
): (context: GraphContext, nodes: readonly Node[]) => Promise<readonly (ShownEntity | null)[]> {
  if (typeof item === 'function') {
    return async (_context, nodes) =>
      nodes.map((node) => ({ id: '', version: '', bytes: Buffer.from(JSON.stringify(item(node))) }));
  }
  const readEntities = item.prepare(tools);
  return (context, nodes) => readEntities(context, nodes as readonly (Node & EntityKey)[]);
}

function idsOf(nodes: readonly unknown[]): string[] {
  return (nodes as readonly EntityKey[]).map(({ id }) => id);
}

/** 128 bits. */
export function digest(parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22);
}

const comma = Buffer.from(',');
const begin = Buffer.from('{"items":[');

/** An object's bytes with further members. */
function joinMembers(item: Buffer, members: object | undefined): Buffer {
  return Buffer.concat([item.subarray(0, -1), comma, Buffer.from(JSON.stringify(members).slice(1))]);
}

/** The bytes of a page: the items', then the other members. */
function joinPage(items: readonly Buffer[], members: object): Buffer {
  const pieces: Buffer[] = [begin];
  for (const [at, bytes] of items.entries()) {
    if (at > 0) pieces.push(comma);
    pieces.push(bytes);
  }
  pieces.push(Buffer.from(`],${JSON.stringify(members).slice(1)}`));
  return Buffer.concat(pieces);
}
