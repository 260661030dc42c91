import type { Proposal } from '../../database/generated/client.ts';
import { type DraftReads, loadDraft } from '../import/draft/loadDraft.ts';
import { storedRecord } from '../import/record.ts';
import { CatalogError } from '../model/errors.ts';
import type { Approval, Choice } from './approval.ts';
import { approveAnime } from './approveAnime.ts';
import { approveEpisode } from './approveEpisode.ts';
import { digestOf, type FieldDifference } from './difference.ts';

/** The current effects of one way to approve a proposal. */
export interface ApprovalPreview extends Pick<Approval, 'difference' | 'idsElsewhere' | 'refusal'> {
  /** The token that an approval passes to confirm these effects; null where it would be refused. */
  readonly seen: string | null;
}

/**
 * The effects of approving a proposal in this way; for a decided one, those of the decision, or of the rejected
 * approval.
 */
export async function previewApproval(
  reads: DraftReads,
  proposal: Proposal,
  choice: Choice,
  now: Date,
): Promise<ApprovalPreview> {
  const { id, status } = proposal;
  if (status !== 'pending') {
    const difference = (proposal.difference ?? []) as FieldDifference[];
    return { difference, idsElsewhere: [], refusal: `It was ${status}.`, seen: null };
  }
  try {
    const approval = await planApproval(reads, proposal, choice, now);
    const { difference, refusal, idsElsewhere } = approval;
    return { difference, idsElsewhere, refusal, seen: refusal === null ? previewToken(id, approval) : null };
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    return { difference: [], idsElsewhere: [], refusal: error.message, seen: null };
  }
}

/** The choice of a comparison before a reviewer chooses: for an ambiguous record its first candidate. */
export function firstChoice({ reason, candidates }: Proposal): Choice {
  return { into: reason === 'ambiguous_match' ? (candidates[0] ?? null) : null, asNew: false };
}

/** A digest of an approval's effects and of the revisions that they are based on. */
export function previewToken(proposalId: string, { targetId, base, difference, idsElsewhere }: Approval): string {
  const revisions = Object.entries(base).sort(([a], [b]) => (a < b ? -1 : 1));
  return digestOf([proposalId, targetId, revisions, difference, idsElsewhere]);
}

/**
 * Computes an approval without writing it. Values that the reviewer accepts against other sources become a record of
 * the source `review`, which outranks all others (docs/decisions.md#canonical-value); for an ambiguous record only its
 * identity is decided.
 * @throws CatalogError when the choice is missing or impossible
 */
export async function planApproval(
  reads: DraftReads,
  proposal: Pick<Proposal, 'record' | 'reason'>,
  choice: Choice,
  now: Date,
): Promise<Approval> {
  const record = storedRecord(proposal.record);
  const { draft } = await loadDraft(reads, [record]);
  const decides = proposal.reason !== 'ambiguous_match';
  return record.type === 'anime'
    ? approveAnime(reads, draft, record, decides, choice)
    : approveEpisode(reads, draft, record, decides, choice, now);
}
