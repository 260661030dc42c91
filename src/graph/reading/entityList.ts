import type { Bindings, KeysetOrder } from './keysetList.ts';

/** The rows and the order of a list. */
export interface EntityList<Entity> {
  /** FROM clause. */
  readonly from: string;
  /** The alias of the entity's table in it. */
  readonly alias: string;
  /** WHERE terms; their placeholders are in `bindings`. */
  readonly conditions: readonly string[];
  readonly bindings: Bindings;
  readonly order: KeysetOrder;
  /** An entity's sort key, as the order's columns write it. */
  readonly positionOf: (entity: Entity) => readonly string[];
  /** Null or absent where all rows of the order are read until the page is full. */
  readonly narrowing?: Narrowing | null;
}

/** The conditions of a list over one table, so that few rows are found without reading all others in the order. */
export interface Narrowing {
  /** Conditions on the order's columns. */
  readonly range?: readonly string[];
  /** SELECTs of distinct `id`s by an index alone: all rows of the list are in each, at least one. */
  readonly idSets: readonly string[];
  /** One of the sets that an index has in ascending order; null where none is. */
  readonly orderedIds: string | null;
  /** The conditions that the sets do not imply. */
  readonly others: readonly string[];
}
