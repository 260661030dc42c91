import { invalidParameter } from '../model/errors.ts';
import { LARGEST_PAGE } from '../model/limits.ts';
import type { EntityKey } from './entityFields.ts';

/** The entities that texts, such as ids, lead to. */
export interface Lookup {
  /** Each once, in the order requested. */
  readonly nodes: readonly EntityKey[];
  /** Places of the requested texts that lead to nothing, from 0. */
  readonly missing: readonly number[];
}

/**
 * @param targets what each text leads to
 * @param parameter to blame for too many entities
 * @throws CatalogError `invalid_parameter` when they lead to more than a page of entities
 */
export function lookupOf(targets: readonly (readonly EntityKey[])[], parameter: string): Lookup {
  const nodes = new Map(targets.flat().map((node) => [node.id, node]));
  if (nodes.size > LARGEST_PAGE) {
    throw invalidParameter(parameter, `these ids lead to more than ${LARGEST_PAGE} entries: ask for fewer at once.`);
  }
  return { nodes: [...nodes.values()], missing: targets.flatMap((found, at) => (found.length === 0 ? [at] : [])) };
}
