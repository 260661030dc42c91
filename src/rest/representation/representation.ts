import type { TadaDocumentNode } from 'gql.tada';
import type { z } from 'zod';
import type { GraphContext } from '../../graph/schema/context.ts';
import type { PreparedOperation } from '../../graph/schema/execution.ts';
import type { Operation, ResultOf, VariablesOf } from '../../graph/schema/operation.ts';
import { byteString } from './byteString.ts';
import type { RepresentationCache } from './representationCache.ts';

/** The tools that representations need. */
export interface RepresentationTools {
  /** Validates and compiles a fixed operation, once. */
  operation<Of extends Operation>(operation: Of): PreparedOperation<ResultOf<Of>, VariablesOf<Of>>;
  /** The cache of representations. */
  readonly representations: RepresentationCache;
}

/** A member that a request adds to a resource, or shows in full, by naming it in `include`. */
export interface Inclusion {
  /** A sentence for the description. */
  readonly description: string;
  prepare(tools: RepresentationTools): InclusionReader;
}

/** Reads the member of each item, by the items' ids. */
type InclusionReader = (context: GraphContext, ids: readonly string[]) => Promise<readonly IncludedMember[]>;

interface IncludedMember {
  /** What it shows, and in which version. */
  readonly version: string;
  /** Its JSON, a byte string; null for what the item has anyway. */
  readonly json: string | null;
}

/** The key of an entity, of which lists are made. */
export interface EntityKey {
  readonly id: string;
  readonly version: string;
}

/** The JSON of an entity, in the version that it shows. */
export interface ShownEntity extends EntityKey {
  /** A byte string. */
  readonly json: string;
}

/** Reads the JSON of entities; null for one that was deleted since its key was read. */
type EntityReader = (context: GraphContext, keys: readonly EntityKey[]) => Promise<readonly (ShownEntity | null)[]>;

/** A kind of entity in its public form, whose JSON text is cached between requests by id and version. */
export interface Representation {
  /** The members of what is shown; the optional ones, here and in objects within, are there where they are included. */
  readonly schema: z.ZodObject;
  readonly inclusions: Readonly<Record<string, Inclusion>>;
  prepare(tools: RepresentationTools): EntityReader;
}

/** Each version of an entity is rendered once per release. */
export function representation<Data, Shown, Node extends Shown & EntityKey, Schema extends z.ZodObject>(definition: {
  /** Reads entities by id; null for an unknown one. */
  readonly operation: TadaDocumentNode<Data, { ids: string[] }>;
  readonly nodes: (data: Data) => readonly (Node | null)[];
  readonly schema: Schema;
  readonly inclusions: Readonly<Record<string, Inclusion>>;
  readonly resource: (node: Shown) => z.output<Schema>;
}): Representation {
  const { operation, nodes, schema, inclusions, resource } = definition;
  return {
    schema,
    inclusions,
    prepare({ representations, operation: prepared }) {
      const read = prepared(operation);
      return async (context, keys) => {
        const { incarnation } = context;
        const held = keys.map((key) => representations.get({ incarnation, ...key }));
        const missing = keys.filter((_key, at) => held[at] === undefined).map(({ id }) => id);
        const found = missing.length === 0 ? [] : nodes(await read(context, { ids: missing }));
        const shown = new Map(
          found.flatMap((node) => {
            if (node === null) return [];
            const { id, version } = node;
            const json = byteString(resource(node));
            representations.set({ incarnation, id, version }, json);
            return [[id, { id, version, json }] as const];
          }),
        );
        return keys.map(({ id, version }, at) => {
          const json = held[at];
          return json === undefined ? (shown.get(id) ?? null) : { id, version, json };
        });
      };
    },
  };
}
