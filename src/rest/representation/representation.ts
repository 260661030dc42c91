import type { TadaDocumentNode } from 'gql.tada';
import type { z } from 'zod';
import type { GraphContext } from '../../graph/schema/context.ts';
import type { Inclusion } from './inclusion.ts';
import type { ItemReader, VersionedNode } from './itemReader.ts';
import type { RepresentationCache, RepresentationKey } from './representationCache.ts';
import type { RepresentationTools } from './representationTools.ts';

/** The definition of a kind of representation, whose JSON text is cached between requests. */
export interface Representation<Node, Resource> {
  /** The resource's members; the optional ones, here and in objects within, are there where they are included. */
  readonly schema: z.ZodObject;
  readonly inclusions: Readonly<Record<string, Inclusion>>;
  readonly resource: (node: Node) => Resource;
  prepare(tools: RepresentationTools): ItemReader<Node>;
}

/** A kind of entity in its public form; each version of an entity is rendered once per release. */
export function representation<
  Data,
  Shown,
  Node extends Shown & VersionedNode,
  Schema extends z.ZodObject,
>(definition: {
  /** Reads entities by id; null for an unknown one. */
  readonly operation: TadaDocumentNode<Data, { ids: string[] }>;
  readonly nodes: (data: Data) => readonly (Node | null)[];
  readonly schema: Schema;
  readonly inclusions: Readonly<Record<string, Inclusion>>;
  readonly resource: (node: Shown) => z.output<Schema>;
}): Representation<Node, z.output<Schema>> {
  const { operation, nodes, schema, inclusions, resource } = definition;
  return {
    schema,
    inclusions,
    resource,
    prepare(tools) {
      const read = tools.operation(operation);
      return new RepresentationReader<Node>(tools.representations, resource, async (context, ids) =>
        nodes(await read(context, { ids: [...ids] })),
      );
    },
  };
}

/** The weight of one page against all earlier ones. */
const WEIGHT = 0.1;

/** The recent share of cached items; the last dozen pages or so decide. */
class HitRate {
  #rate = 0;

  /** Above one half, reading keys and then the missing entities costs less than reading everything. */
  get isHigh(): boolean {
    return this.#rate > 0.5;
  }

  note(hits: number, shown: number): void {
    if (shown > 0) this.#rate += (hits / shown - this.#rate) * WEIGHT;
  }
}

/** The representations of one operation. */
class RepresentationReader<Node extends VersionedNode> implements ItemReader<Node> {
  readonly #cache: RepresentationCache;
  readonly #resource: (node: Node) => unknown;
  readonly #read: (context: GraphContext, ids: readonly string[]) => Promise<readonly (Node | null)[]>;
  readonly #rate = new HitRate();

  constructor(
    cache: RepresentationCache,
    resource: (node: Node) => unknown,
    read: (context: GraphContext, ids: readonly string[]) => Promise<readonly (Node | null)[]>,
  ) {
    this.#cache = cache;
    this.#resource = resource;
    this.#read = read;
  }

  /** Whether most recent items were cached: reading keys first is then cheaper. */
  get isMostlyCached(): boolean {
    return this.#rate.isHigh;
  }

  /** The bytes of nodes that were read in full, which are cached from now on. */
  ofNodes(context: GraphContext, nodes: readonly Node[]): Buffer[] {
    let hits = 0;
    const all = nodes.map((node) => {
      const key = keyOf(context, node);
      const known = this.#cache.get(key);
      if (known !== undefined) {
        hits += 1;
        return known;
      }
      return this.#make(key, node);
    });
    this.#rate.note(hits, nodes.length);
    return all;
  }

  /** The bytes of these versions, read where they are not cached; null when one of them is no longer current. */
  async ofKeys(context: GraphContext, keys: readonly VersionedNode[]): Promise<Buffer[] | null> {
    const bytes = keys.map((key) => this.#cache.get(keyOf(context, key)));
    const missing = keys.filter((_key, at) => bytes[at] === undefined);
    this.#rate.note(keys.length - missing.length, keys.length);
    if (missing.length > 0) {
      const nodes = await this.#read(
        context,
        missing.map(({ id }) => id),
      );
      let at = 0;
      for (const [index, { version }] of keys.entries()) {
        if (bytes[index] !== undefined) continue;
        const node = nodes[at];
        at += 1;
        if (node?.version !== version) return null;
        bytes[index] = this.#make(keyOf(context, node), node);
      }
    }
    return bytes.filter((each) => each !== undefined);
  }

  /** The bytes of this version, if cached. */
  cached(context: GraphContext, key: VersionedNode): Buffer | undefined {
    const bytes = this.#cache.get(keyOf(context, key));
    this.#rate.note(bytes === undefined ? 0 : 1, 1);
    return bytes;
  }

  #make(key: RepresentationKey, node: Node): Buffer {
    const bytes = Buffer.from(JSON.stringify(this.#resource(node)));
    this.#cache.set(key, bytes);
    return bytes;
  }
}

function keyOf({ incarnation }: GraphContext, { id, version }: VersionedNode): RepresentationKey {
  return { incarnation, id, version };
}
