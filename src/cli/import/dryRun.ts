import { LARGEST_BATCH } from '../../graph/model/limits.ts';
import { EarlierRecords } from './earlierRecords.ts';
import type { ImportBatchResult } from './importBatch.ts';

/** Sends a batch of records. */
export type SendBatch = (records: readonly object[]) => Promise<ImportBatchResult>;

/**
 * Makes a dry run tell what the import would. The server judges each batch by what is stored, and nothing is: so the earlier records
 * of the file that bear on a batch go before it once more, and what they come to is taken off its result.
 * @param send sends a batch as a dry run
 */
export function dryRun(send: SendBatch): SendBatch {
  const earlier = new EarlierRecords();
  return async (records) => {
    const context = earlier.relatedTo(records).slice(0, LARGEST_BATCH - records.length);
    earlier.add(records);
    if (context.length === 0) return await send(records);
    return subtract(await send([...context, ...records]), await send(context), context.length);
  };
}

function subtract(both: ImportBatchResult, context: ImportBatchResult, length: number): ImportBatchResult {
  return {
    created: both.created - context.created,
    updated: both.updated - context.updated,
    unchanged: both.unchanged - context.unchanged,
    proposed: both.proposed - context.proposed,
    rejected: both.rejected - context.rejected,
    ignoredMembers: both.ignoredMembers - context.ignoredMembers,
    position: both.position,
    notices: both.notices.flatMap((notice) =>
      notice.index < length ? [] : [{ ...notice, index: notice.index - length }],
    ),
  };
}
