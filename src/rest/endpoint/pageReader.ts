import type { TadaDocumentNode } from 'gql.tada';
import { matchesAny, matchesEntityTag } from '../http/entityTags.ts';
import type { Selection } from '../parameters/selection.ts';
import { plainItems } from '../representation/itemReader.ts';
import type { Answer, EndpointRequest, EndpointTools } from './endpoint.ts';
import type { ItemDefinition } from './itemDefinition.ts';
import { keysOperation } from './keysOperation.ts';
import { shownItems } from './shownItems.ts';

/** What an operation found. */
export type FoundPage<Node> =
  /** The anime that the list belongs to was merged into this one. */
  | { readonly survivor: string }
  | {
      readonly nodes: readonly Node[];
      /**
       * The versions in its entity tag, beside those of the selection; undefined: the tag is a digest of the answer.
       */
      readonly versions: readonly string[] | undefined;
      /** The cursor of the next page; null on the last one. Computed only where it is shown. */
      readonly nextCursor: () => string | null;
      /** Further members of each item; its nodes are one piece of JSON each. */
      readonly itemMembers?: readonly object[];
      /** The members beside `items` and `page`. */
      readonly members: object;
    };

/**
 * Prepares the reading of pages: where most recent items were cached, only the keys of their nodes are read, and the
 * items that are missing; else all of it by one operation.
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
  const items = typeof item === 'function' ? plainItems(item) : item.prepare(tools);
  const readKeys = typeof item === 'function' ? null : tools.operation(keysOperation(operation));
  const partsOf = shownItems(tools, item);

  return async ({ context, headers }, variables, selection, pageOf) => {
    const ifNoneMatch = headers['if-none-match'];
    const isConditional = ifNoneMatch !== undefined && !matchesAny(ifNoneMatch);

    if (readKeys !== null && (isConditional || items.isMostlyCached)) {
      const data = await readKeys(context, variables);
      const answer = await answerOf(pageOf(data), false, (nodes) => items.ofKeys(context, nodes));
      if (answer !== null) return answer;
    }
    const data = await read(context, variables);
    const answer = await answerOf(pageOf(data), true, async (nodes) => items.ofNodes(context, nodes));
    if (answer === null) throw new Error('a page that was read whole has no items');
    return answer;

    /** Null when the page changed between the two reads. */
    async function answerOf(
      page: FoundPage<Node>,
      whole: boolean,
      itemsOf: (nodes: readonly Node[]) => Promise<readonly Buffer[] | null>,
    ): Promise<Answer | null> {
      if ('survivor' in page) return { kind: 'redirect', id: page.survivor };
      const parts = await partsOf(context, selection, page.nodes, whole);
      const tagged = page.versions && tools.entityTags.weak(context.incarnation, ...page.versions, ...parts.versions);
      if (tagged && matchesEntityTag(ifNoneMatch, tagged)) {
        return { kind: 'notModified', entityTag: tagged, byVersionAlone: isConditional && !whole };
      }
      const found = await itemsOf(page.nodes);
      const { itemMembers } = page;
      const items = itemMembers ? found?.map((item, at) => joinMembers(item, itemMembers[at])) : found;
      const shown = items && (await parts.of(items));
      if (!shown) return null;
      const nextCursor = page.nextCursor();
      const json = joinPage(shown, { page: { nextCursor }, ...page.members });
      const entityTag = tagged || tools.entityTags.ofBytes(json);
      if (!tagged && matchesEntityTag(ifNoneMatch, entityTag)) {
        return { kind: 'notModified', entityTag, byVersionAlone: false };
      }
      return { kind: 'content', json, entityTag, ...(nextCursor !== null && { nextCursor }) };
    }
  };
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
