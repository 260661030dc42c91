import { CommandFailure } from '../failures.ts';
import type { ImportBatchResult, SendBatch } from './importBatch.ts';
import { addCounts, NO_COUNTS } from './importReport.ts';

/**
 * Keeps one record that the server fails on from taking its batch along: a batch that ends in an internal error is sent
 * again in two halves, down to the faulty record, which is reported by its place while the rest is imported. Where the
 * next record fails alone too, the server is at fault and not they: the error ends the import.
 */
export function divideFailing(send: SendBatch): SendBatch {
  /** Whether a record has failed alone, and nothing was taken since. */
  let hasFailed = false;
  const divided: SendBatch = async (records) => {
    try {
      const result = await send(records);
      hasFailed = false;
      return result;
    } catch (error) {
      if (!(error instanceof CommandFailure) || error.code !== 'internal_error') throw error;
      if (records.length <= 1) {
        if (hasFailed) throw error;
        hasFailed = true;
        return rejectedAlone(error.message);
      }
      const half = Math.ceil(records.length / 2);
      const first = await divided(records.slice(0, half));
      return join(first, await divided(records.slice(half)), half);
    }
  };
  return divided;
}

function rejectedAlone(message: string): ImportBatchResult {
  const reason = `the server failed on this record: ${message} Its log says more.`;
  return {
    ...NO_COUNTS,
    rejected: 1,
    position: '0',
    notices: [{ index: 0, outcome: 'rejected', reason, pointer: null, proposalId: null }],
  };
}

function join(first: ImportBatchResult, second: ImportBatchResult, offset: number): ImportBatchResult {
  return {
    ...addCounts(first, second),
    position: BigInt(first.position) > BigInt(second.position) ? first.position : second.position,
    notices: [...first.notices, ...second.notices.map((notice) => ({ ...notice, index: notice.index + offset }))],
  };
}
