import type { ImportItem, Place } from './importItem.ts';

/** Records to be sent together; `places[i]` is where `records[i]` stood. */
export interface RecordBatch {
  readonly records: readonly object[];
  readonly places: readonly Place[];
}

/** An item that cannot be sent: it could not be read, or it alone is larger than a batch may be. */
export type UnreadableItem = Extract<ImportItem, { reason: string }>;

/**
 * Groups records in their order into batches of at most `limit.records()` records (asked for each batch) and `limit.bytes` bytes of
 * JSON. What could not be read goes to `reject` and the rest goes on; when the file itself fails, what was read comes first.
 */
export async function* batchRecords(
  items: AsyncIterable<ImportItem>,
  limit: { readonly records: () => number; readonly bytes: number },
  reject: (item: UnreadableItem) => void,
): AsyncGenerator<RecordBatch> {
  let batch = emptyBatch();
  try {
    for await (const item of items) {
      if ('reason' in item) {
        reject(item);
        continue;
      }
      const bytes = Buffer.byteLength(JSON.stringify(item.record));
      if (bytes > limit.bytes) {
        reject({ place: item.place, reason: `the record has ${bytes} bytes, more than ${limit.bytes}`, pointer: null });
        continue;
      }
      if (batch.bytes + bytes > limit.bytes || batch.records.length >= limit.records()) {
        yield batch;
        batch = emptyBatch();
      }
      batch.records.push(item.record);
      batch.places.push(item.place);
      batch.bytes += bytes;
    }
  } catch (error) {
    if (batch.records.length > 0) yield batch;
    throw error;
  }
  if (batch.records.length > 0) yield batch;
}

function emptyBatch(): { records: object[]; places: Place[]; bytes: number } {
  return { records: [], places: [], bytes: 0 };
}
