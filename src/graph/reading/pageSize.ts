import { CatalogError } from '../model/errors.ts';
import { LARGEST_PAGE } from '../model/limits.ts';

/** @throws CatalogError `invalid_parameter` unless 1 ≤ first ≤ largest */
export function checkPageSize(first: number, largest = LARGEST_PAGE): number {
  if (!isPageSize(first, largest)) {
    throw new CatalogError('invalid_parameter', `first: a whole number from 1 to ${largest} is expected.`, {
      parameter: 'first',
    });
  }
  return first;
}

/** Whether 1 ≤ first ≤ largest. */
export function isPageSize(first: number, largest = LARGEST_PAGE): boolean {
  return Number.isInteger(first) && first >= 1 && first <= largest;
}
