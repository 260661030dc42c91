import type { Proposal } from '../../database/generated/client.ts';
import type { DraftReads } from '../import/draft/loadDraft.ts';
import { CatalogError } from '../model/errors.ts';
import type { Approval, Choice } from './approval.ts';
import { digestOf, type FieldDifference } from './difference.ts';
import { planApproval } from './planApproval.ts';

/** What approving a proposal in one way would do now. */
export interface ForeseenApproval extends Pick<Approval, 'difference' | 'idsElsewhere' | 'refusal'> {
  /** The token by which an approval says that its reviewer has seen this; null where it would be refused. */
  readonly seen: string | null;
}

/**
 * What approving a proposal in this way would do now; of a decided one, what the decision changed or would have
 * changed.
 */
export async function foreseeApproval(
  reads: DraftReads,
  proposal: Proposal,
  choice: Choice,
  now: Date,
): Promise<ForeseenApproval> {
  const { id, status } = proposal;
  if (status !== 'pending') {
    const difference = (proposal.difference ?? []) as unknown as readonly FieldDifference[];
    return { difference, idsElsewhere: [], refusal: `It was ${status}.`, seen: null };
  }
  try {
    const approval = await planApproval(reads, proposal, choice, now);
    const { difference, refusal, idsElsewhere } = approval;
    return { difference, idsElsewhere, refusal, seen: refusal === null ? seenToken(id, approval) : null };
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    return { difference: [], idsElsewhere: [], refusal: error.message, seen: null };
  }
}

/** The choice by which a proposal is compared before anybody makes one: for an ambiguous one its first candidate. */
export function firstChoice({ reason, candidates }: Proposal): Choice {
  return { into: reason === 'ambiguous_match' ? (candidates[0] ?? null) : null, asNew: false };
}

/** A digest of what approving a proposal does and of the revisions that it rests on. */
export function seenToken(proposalId: string, { targetId, base, difference, idsElsewhere }: Approval): string {
  const revisions = Object.entries(base).sort(([a], [b]) => (a < b ? -1 : 1));
  return digestOf([proposalId, targetId, revisions, difference, idsElsewhere]);
}
