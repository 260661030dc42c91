import { ItemError } from '../../graph/import/formats/readItem.ts';
import type { ImportItem, Place } from './importItem.ts';

/** What a converter of another format makes of one item: a record, or the reason why not. */
export function convertItem(place: Place, item: unknown, convert: (item: unknown) => object): ImportItem {
  try {
    return { place, record: convert(item) };
  } catch (error) {
    if (!(error instanceof ItemError)) throw error;
    return { place, reason: error.message, pointer: error.pointer };
  }
}
