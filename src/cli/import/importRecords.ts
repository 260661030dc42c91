import { once } from 'node:events';
import { errorMessage } from '../../base/errors.ts';
import { LARGEST_BATCH } from '../../graph/model/limits.ts';
import { CommandFailure } from '../failures.ts';
import { batchRecords, type RecordBatch } from './batchRecords.ts';
import type { ImportBatchResult, SendBatch } from './importBatch.ts';
import type { ImportItem } from './importItem.ts';
import type { ImportReport, RejectedRecord } from './importReport.ts';
import { addCounts, NO_COUNTS } from './importReport.ts';

/** While others read, a batch lasts about this long, so that none of them waits longer. */
const CONSIDERATE = { milliseconds: 300, records: 500 };

/** Without waiting readers: the server's own limit. */
const ALONE = { milliseconds: 3000, records: LARGEST_BATCH };

/** The server takes 8 MB a request; the rest is room for the document around the records. */
const BATCH_BYTES = 4_000_000;

/** A report names so many records of each kind: a file may have any number of broken lines. */
const MOST_NAMED = 1_000;

export interface ImportOptions {
  /** Ends the import with the batch in flight. */
  readonly stop: AbortSignal;
  /** No reader waits for it, and larger batches are faster. */
  readonly alone?: boolean;
  /** Called after each batch. */
  readonly onProgress: (report: ImportReport) => void;
  /** Called for each rejected record, nearly in the order of the file. */
  readonly onReject?: ((record: RejectedRecord) => void) | undefined;
}

/**
 * Sends records in their order, one batch at a time (a parent must be committed before its episodes),
 * reading ahead by one batch. Never throws for what the file or the server does: the report says how far it
 * came. Run again, it ends in the same state.
 */
export async function importRecords(
  items: AsyncIterable<ImportItem>,
  send: SendBatch,
  options: ImportOptions,
): Promise<ImportReport> {
  const report = emptyReport();
  const batch = options.alone ? ALONE : CONSIDERATE;
  const reject = (record: RejectedRecord): void => {
    name(report.rejects, record);
    options.onReject?.(record);
  };
  const size = new BatchSize(batch.milliseconds, batch.records);
  const batches = batchRecords(
    items,
    { records: () => size.records, most: LARGEST_BATCH, bytes: BATCH_BYTES },
    ({ place, reason, pointer }) => {
      report.records += 1;
      report.rejected += 1;
      reject({ place, reason, pointer });
    },
  );
  const read = () => {
    const next = batches.next();
    // Awaited later, or never once it is to stop: a failure of the file must not count as unhandled.
    next.catch(() => {});
    return next;
  };
  try {
    let ahead = await nextOrStop(read(), options.stop);
    while (ahead !== 'stopped' && !ahead.done) {
      const { value } = ahead;
      const next = read();
      const began = performance.now();
      report.failedAt = value.places[0] ?? null;
      const result = await send(value.records);
      report.failedAt = null;
      size.observe(value.records.length, performance.now() - began);
      add(report, value, result, reject);
      options.onProgress(report);
      ahead = await nextOrStop(next, options.stop);
    }
    report.stopped = ahead === 'stopped';
  } catch (error) {
    report.failure = error instanceof CommandFailure ? error : unexpected(error);
  }
  report.rejects.sort((a, b) => a.place.number - b.place.number);
  return report;
}

/** Waits for what is read next, unless the import is to stop: standard input may never end. */
async function nextOrStop<T>(next: Promise<T>, stop: AbortSignal): Promise<T | 'stopped'> {
  if (stop.aborted) return 'stopped';
  const done = new AbortController();
  try {
    return await Promise.race([next, once(stop, 'abort', { signal: done.signal }).then(() => 'stopped' as const)]);
  } finally {
    done.abort();
  }
}

function add(
  report: ImportReport,
  batch: RecordBatch,
  result: ImportBatchResult,
  reject: (record: RejectedRecord) => void,
): void {
  report.records += batch.records.length;
  report.total = batch.places[0]?.of ?? null;
  Object.assign(report, addCounts(report, result));
  report.position = result.position;
  for (const notice of result.notices) {
    const place = batch.places[notice.index];
    if (place === undefined) continue;
    const { reason, pointer, proposalId } = notice;
    if (notice.outcome === 'rejected') reject({ place, reason, pointer });
    if (notice.outcome === 'held') name(report.holds, { place, reason, proposalId });
    if (notice.outcome === 'proposed') name(report.proposals, { place, reason, proposalId });
  }
}

function name<T>(named: T[], record: T): void {
  if (named.length < MOST_NAMED) named.push(record);
}

/** Of an import that has not begun. */
export function emptyReport(): ImportReport {
  return {
    records: 0,
    total: null,
    ...NO_COUNTS,
    position: null,
    stopped: false,
    failure: null,
    failedAt: null,
    rejects: [],
    proposals: [],
    holds: [],
  };
}

function unexpected(error: unknown): CommandFailure {
  return new CommandFailure('import_failed', errorMessage(error), { cause: error });
}

const FEWEST = 100;

/**
 * How many records a batch takes, so that one lasts about `targetMs`: a batch is one transaction, and the
 * embedded database answers no read during it.
 */
export class BatchSize {
  readonly #targetMs: number;
  readonly #most: number;
  #records = FEWEST;

  /** @param most records of a batch */
  constructor(targetMs: number, most: number) {
    this.#targetMs = targetMs;
    this.#most = most;
  }

  get records(): number {
    return this.#records;
  }

  /** Learns from a batch that was answered. */
  observe(records: number, milliseconds: number): void {
    const fitting = (records / Math.max(milliseconds, 1)) * this.#targetMs;
    this.#records = Math.round(Math.min(Math.max(fitting, FEWEST), this.#most, this.#records * 2));
  }
}
