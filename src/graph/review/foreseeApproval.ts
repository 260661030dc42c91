import type { TransactionClient } from '../../database/database.ts';
import type { Proposal } from '../../database/generated/client.ts';
import type { CatalogRecord } from '../import/record.ts';
import { CatalogError } from '../model/errors.ts';
import type { FieldDifference } from './difference.ts';
import { digestOf } from './digestOf.ts';
import { type Approval, type Choice, type ElsewhereId, planApproval } from './planApproval.ts';

/** A proposal as far as what approving it would do hangs on it. */
export type ForeseenProposal = Pick<Proposal, 'id' | 'record' | 'reason' | 'status' | 'candidates' | 'difference'>;

/** What approving a proposal in one way would do now. */
export interface ForeseenApproval {
  readonly difference: readonly FieldDifference[];
  readonly idsElsewhere: readonly ElsewhereId[];
  /** Why it would be refused; null when it would not. */
  readonly refusal: string | null;
  /** The token by which an approval says that its reviewer has seen this; null where it would be refused. */
  readonly seen: string | null;
}

/** What approving a proposal in this way would do now; of a decided one, what the decision changed or would have. */
export async function foreseeApproval(
  client: TransactionClient,
  { id, record, reason, status, difference }: ForeseenProposal,
  choice: Choice,
  now: Date,
): Promise<ForeseenApproval> {
  if (status !== 'pending') {
    // Stored by storedDifference alone.
    const stored = (difference ?? []) as unknown as readonly FieldDifference[];
    return { difference: stored, idsElsewhere: [], refusal: `It was ${status}.`, seen: null };
  }
  try {
    const waiting = { record: record as unknown as CatalogRecord, reason };
    const approval = await planApproval(client, waiting, choice, now);
    const { refusal, idsElsewhere } = approval;
    const seen = refusal === null ? seenToken(id, approval) : null;
    return { difference: approval.difference, idsElsewhere, refusal, seen };
  } catch (error) {
    if (error instanceof CatalogError) {
      return { difference: [], idsElsewhere: [], refusal: error.message, seen: null };
    }
    throw error;
  }
}

/** The way in which a proposal is compared where nobody has chosen one: an ambiguous one with its first candidate. */
export function firstChoice({ reason, candidates }: Pick<Proposal, 'reason' | 'candidates'>): Choice {
  return { into: reason === 'ambiguous_match' ? (candidates[0] ?? null) : null, asNew: false };
}

/** Names what approving a proposal does: whatever of it or of the anime that it was compared with moves, the name is another. */
export function seenToken(
  proposalId: string,
  { targetId, base, difference, idsElsewhere }: Pick<Approval, 'targetId' | 'base' | 'difference' | 'idsElsewhere'>,
): string {
  const revisions = Object.entries(base).sort(([a], [b]) => (a < b ? -1 : 1));
  return digestOf([proposalId, targetId, revisions, storedDifference(difference), idsElsewhere]);
}

/** The difference as a decided proposal keeps it. */
export function storedDifference(difference: readonly FieldDifference[]) {
  return difference.map(({ field, before, after }) => ({ field, before, after }));
}
