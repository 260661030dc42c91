import { EarlierRecords } from './earlierRecords.ts';
import type { ImportBatchResult } from './importBatch.ts';

/** Sends a batch of records. */
export type SendBatch = (records: readonly object[]) => Promise<ImportBatchResult>;

/** Sends a batch as a dry run, to be judged as if the earlier records had been imported before it. */
export type SendDryRun = (records: readonly object[], earlier: readonly object[]) => Promise<ImportBatchResult>;

/**
 * Makes a dry run of a file report what its import would. The server judges each batch by what is stored, but a dry run
 * stores none of the previous batches: earlier records that affect a batch are sent with it.
 */
export function dryRun(send: SendDryRun): SendBatch {
  const earlier = new EarlierRecords();
  return async (records) => {
    const result = await send(records, earlier.relatedTo(records));
    earlier.add(records);
    return result;
  };
}
