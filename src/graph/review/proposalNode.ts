import type { Proposal } from '../../database/generated/client.ts';
import type { ProposalReason, ProposalStatus, RecordType } from '../model/vocabulary.ts';
import type { ForeseenProposal } from './foreseeApproval.ts';

/** What stands behind the graph's Proposal; candidates and difference are read when they are asked for. */
export interface ProposalNode {
  readonly id: string;
  readonly type: RecordType;
  readonly source: string;
  readonly sourceId: string;
  readonly record: unknown;
  readonly reason: ProposalReason;
  readonly status: ProposalStatus;
  readonly candidateIds: readonly string[];
  readonly holds: readonly string[];
  readonly reviewer: string | null;
  readonly decision: string | null;
  readonly createdAt: string;
  readonly decidedAt: string | null;
  /** What approving it would do is worked out from this. */
  readonly stored: ForeseenProposal;
}

/** A stored proposal as the graph shows it. */
export function proposalNode(proposal: Proposal): ProposalNode {
  return {
    id: proposal.id,
    type: proposal.type,
    source: proposal.source,
    sourceId: proposal.sourceId,
    record: proposal.record,
    reason: proposal.reason,
    status: proposal.status,
    candidateIds: proposal.candidates,
    holds: Object.keys(proposal.holds ?? {}),
    reviewer: proposal.reviewer,
    decision: proposal.decision,
    createdAt: proposal.createdAt.toISOString(),
    decidedAt: proposal.decidedAt?.toISOString() ?? null,
    stored: proposal,
  };
}
