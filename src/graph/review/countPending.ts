import type { Database } from '../../database/database.ts';
import type { ProposalReason } from '../model/vocabulary.ts';

export interface PendingCount {
  readonly source: string;
  readonly reason: ProposalReason;
  readonly count: number;
}

/** What a statement over all proposals may take. */
export const PROPOSALS_MS = 5_000;

/** The status stands in the text, so that the few pending proposals are found by an index (listProposals). */
const COUNT = `SELECT source, reason, count(*)::int AS count FROM proposal WHERE status = 'pending'
  GROUP BY source, reason ORDER BY count DESC, source, reason`;

/** The number of pending proposals by source and reason, the most frequent first. */
export function countPending(database: Database): Promise<PendingCount[]> {
  return database.query<PendingCount>({ text: COUNT }, { statementMs: PROPOSALS_MS });
}
