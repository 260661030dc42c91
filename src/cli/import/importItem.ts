import { ItemError } from '../../graph/import/formats/readItem.ts';

/** The place of a record in its file, from 1: a line of text, or an item of a JSON document's list. */
export interface RecordPlace {
  readonly unit: 'line' | 'item';
  readonly number: number;
  /** How many there are in all, where that is known before the first is sent. */
  readonly of?: number;
}

/** One record read from a file, or why it could not be read (`pointer` as in RFC 6901; null = all of it). */
export type ImportItem =
  | { readonly place: RecordPlace; readonly record: object }
  | { readonly place: RecordPlace; readonly reason: string; readonly pointer: string | null };

/** What a converter of another format makes of one item: a record, or the reason why not. */
export function convertItem(place: RecordPlace, item: unknown, convert: (item: unknown) => object): ImportItem {
  try {
    return { place, record: convert(item) };
  } catch (error) {
    if (!(error instanceof ItemError)) throw error;
    return { place, reason: error.message, pointer: error.pointer };
  }
}
