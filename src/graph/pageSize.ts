import { CatalogError } from './errors.ts';

/** The largest page of every list (contract, Limits). */
export const LARGEST_PAGE = 100;

/** @throws CatalogError `invalid_parameter` unless 1 ≤ first ≤ largest */
export function checkPageSize(first: number, largest = LARGEST_PAGE): number {
  if (!Number.isInteger(first) || first < 1 || first > largest) {
    throw new CatalogError('invalid_parameter', `first: a whole number from 1 to ${largest} is expected.`, {
      parameter: 'first',
    });
  }
  return first;
}
