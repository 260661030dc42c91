import { CatalogError } from '../model/errors.ts';
import { LARGEST_PAGE } from '../model/limits.ts';

/** @throws CatalogError `invalid_parameter` when a bulk read asks for more than one page's worth */
export function checkBulk<Value>(values: readonly Value[]): readonly Value[] {
  if (values.length > LARGEST_PAGE) {
    throw new CatalogError('invalid_parameter', `ids: at most ${LARGEST_PAGE} at once, these are ${values.length}.`, {
      parameter: 'ids',
    });
  }
  return values;
}
