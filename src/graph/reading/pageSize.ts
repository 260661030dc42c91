import { invalidParameter } from '../model/errors.ts';
import { LARGEST_PAGE } from '../model/limits.ts';

/** @throws CatalogError `invalid_parameter` unless 1 ≤ first ≤ largest */
export function checkPageSize(first: number, largest = LARGEST_PAGE): number {
  if (Number.isInteger(first) && first >= 1 && first <= largest) return first;
  throw invalidParameter('first', `a whole number from 1 to ${largest} is expected.`);
}

/** @throws CatalogError `invalid_parameter` when a bulk read requests more than one page */
export function checkBulk<Value>(values: readonly Value[], parameter = 'ids'): readonly Value[] {
  if (values.length > LARGEST_PAGE) {
    throw invalidParameter(parameter, `at most ${LARGEST_PAGE} at once, these are ${values.length}.`);
  }
  return values;
}
