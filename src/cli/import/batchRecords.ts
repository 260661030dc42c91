import type { ImportItem, RecordPlace } from './importItem.ts';

/** Records to be sent together; `places[i]` is the place of `records[i]` in the file. */
export interface RecordBatch {
  readonly records: readonly object[];
  readonly places: readonly RecordPlace[];
}

/** An item that cannot be sent: it could not be read, or it alone is larger than a batch may be. */
export type UnreadableItem = Extract<ImportItem, { reason: string }>;

export interface BatchLimit {
  /** How many records a batch should hold; asked for each batch. */
  readonly records: () => number;
  /** How many it may hold at most, so that episodes of one anime that follow each other stay together. */
  readonly most: number;
  /** Of JSON. */
  readonly bytes: number;
}

interface ReadRecord {
  readonly record: object;
  readonly place: RecordPlace;
  readonly bytes: number;
  /** Whether it belongs to the same series as the previous record. */
  readonly continues: boolean;
}

/**
 * Groups records in their order into batches, and cuts no series that fits into one (seriesKey). Unreadable items go to
 * `reject`; when the file itself fails, the records before the failure come first.
 */
export async function* batchRecords(
  items: AsyncIterable<ImportItem>,
  limit: BatchLimit,
  reject: (item: UnreadableItem) => void,
): AsyncGenerator<RecordBatch> {
  let pending: ReadRecord[] = [];
  let pendingBytes = 0;
  let series: string | null = null;
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
      const ofSeries = seriesKey(item.record);
      const next = { ...item, bytes, continues: ofSeries !== null && ofSeries === series };
      series = ofSeries;
      const isFull = pending.length >= limit.most || pendingBytes + bytes > limit.bytes;
      if (isFull || (!next.continues && pending.length >= limit.records())) {
        const cut = next.continues ? startOfSeries(pending) : pending.length;
        yield buildBatch(pending.slice(0, cut));
        pending = pending.slice(cut);
        pendingBytes = pending.reduce((sum, it) => sum + it.bytes, 0);
      }
      pending.push(next);
      pendingBytes += bytes;
    }
  } catch (error) {
    if (pending.length > 0) yield buildBatch(pending);
    throw error;
  }
  if (pending.length > 0) yield buildBatch(pending);
}

function buildBatch(records: readonly ReadRecord[]): RecordBatch {
  return { records: records.map(({ record }) => record), places: records.map(({ place }) => place) };
}

/**
 * Where the last series of a batch begins; the batch's end where it is all of it,
 * for a series that is longer than any batch.
 */
function startOfSeries(pending: readonly ReadRecord[]): number {
  const start = pending.findLastIndex(({ continues }) => !continues);
  return start > 0 ? start : pending.length;
}

/**
 * The series that keeps records together: the server judges episodes of one source and one anime by batch, so that a
 * source may renumber them (docs/import.md). An episode without its anime, which is then unchanged, may be of any anime
 * of its source. Null for records that need no others: anime, and episodes that keep their place.
 */
function seriesKey(record: object): string | null {
  const { type, source, anime, number } = record as Readonly<Record<string, unknown>>;
  if (type !== 'episode' || (anime === undefined && number === undefined)) return null;
  return JSON.stringify(anime ?? source ?? null);
}
