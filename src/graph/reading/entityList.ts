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
  /** Null or absent where the conditions are all. */
  readonly filter?: ListFilter | null;
}

/** Conditions that may leave few rows of a list over one table. */
export interface ListFilter {
  /** WHERE terms. */
  readonly conditions: readonly string[];
  /** What follows from them about the columns that the index of each order has. */
  readonly covered: readonly string[];
  /** Those of `covered` about the column by which orders have parts. */
  readonly leading: readonly string[];
  /** Whether some of `covered` compare sets, which are no keys: they are tested once a row is known to be visible. */
  readonly hasSets: boolean;
  /** Whether some of these sets leave few rows by themselves, whatever the keys do. */
  readonly hasSmallSets: boolean;
  /** What follows from them, as the operators of one index that has sets of rows. */
  readonly facets: readonly string[];
}
