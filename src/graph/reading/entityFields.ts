import type DataLoader from 'dataloader';
import type { LoaderSources, ReadingContext } from './loaders.ts';

/** The key of an entity, of which lists are made. */
export interface EntityKey {
  /** Canonical id, lower-case UUID. */
  readonly id: string;
  /** The change version that the same statement read. */
  readonly version: string;
}

/** The key of a row. */
export function entityKey({ id, version }: { readonly id: string; readonly version: bigint }): EntityKey {
  return { id, version: String(version) };
}

/** The parent of the graph's object: the entity, or as much of it as was read. */
export type EntityNode<Entity> = { readonly id: string } & Partial<Entity>;

/** `id` and links to other entities have resolvers of their own. */
type Named<Entity> = Exclude<keyof Entity, 'id' | 'mergedIntoId'>;

/**
 * Resolvers of fields: of what a node has, else of its entity, which all fields of a request read once.
 * @param fields all of the entity: one left out would answer null
 */
export function entityFields<Entity extends { readonly id: string }, Field extends keyof Entity & string>(
  loader: (sources: LoaderSources) => DataLoader<string, Entity | null, string>,
  fields: readonly Field[] &
    (Named<Entity> extends Field ? unknown : { readonly missing: Exclude<Named<Entity>, Field> }),
) {
  type Resolver<F extends Field> = (
    node: EntityNode<Entity>,
    _arguments: object,
    context: Pick<ReadingContext, 'loaders'>,
  ) => Entity[F] | Promise<Entity[F]>;
  const resolver =
    <F extends Field>(field: F): Resolver<F> =>
    (node, _arguments, { loaders }) =>
      node[field] === undefined
        ? loaders
            .of(loader)
            .load(node.id)
            .then((entity) => existing(entity, node.id)[field])
        : (node[field] as Entity[F]);
  return Object.fromEntries(fields.map((field) => [field, resolver(field)])) as { [F in Field]: Resolver<F> };
}

/** @throws Error for an entity that was there a moment ago */
export function existing<Value>(value: Value | null | undefined, id: string): Value {
  if (value === null || value === undefined) throw new Error(`${id} was deleted while it was read`);
  return value;
}
