import { isDeepStrictEqual } from 'node:util';
import type { TransactionClient } from '../../database/database.ts';
import { Prisma, type Proposal } from '../../database/generated/client.ts';
import { draftReads } from '../import/draft/loadDraft.ts';
import { rejectedValues } from '../import/proposals/withholdReviewed.ts';
import { storedRecord } from '../import/record.ts';
import { CatalogError, notFound } from '../model/errors.ts';
import type { PublishingPorts } from '../publication/publications.ts';
import type { Approval, Choice, ElsewhereId } from './approval.ts';
import { describeDifference } from './difference.ts';
import { firstChoice, planApproval, previewApproval, previewToken } from './previewApproval.ts';

/** The reviewer and the reason. */
export interface Reviewer {
  readonly name: string | null;
  readonly reason: string | null;
}

export interface Decision {
  readonly proposal: Proposal;
  readonly animeId: string | null;
  readonly idsElsewhere: readonly ElsewhereId[];
  /** The number of events published. */
  readonly events: number;
}

export interface ApprovalChoice extends Choice {
  /**
   * The token of the effects that the reviewer has seen (previewApproval). Without it the proposal is approved only if
   * its effects are as they were when it came in.
   */
  readonly seen?: string | null;
}

/**
 * Publishes a pending record in one transaction.
 * @throws CatalogError not_found; conflict when it is already decided, when it would change nothing or leave shared ids
 * behind, or when the effects are not those that this reviewer has seen: the effects and their token are in the message
 */
export async function approveProposal(
  ports: PublishingPorts,
  id: string,
  choice: ApprovalChoice,
  reviewer: Reviewer,
): Promise<Decision> {
  const outcome = await ports.publications.transaction(async ({ client, publish }) => {
    const proposal = await pendingProposal(client, id);
    const at = ports.now();
    const approval = await planApproval(draftReads(client), proposal, choice, at);
    if (approval.refusal !== null) throw new CatalogError('conflict', approval.refusal);
    const { draft, animeId, idsElsewhere } = approval;
    const token = previewToken(id, approval);
    const isSeen = choice.seen == null ? isDeepStrictEqual(approval.base, proposal.base) : choice.seen === token;
    if (!isSeen) {
      // The candidates are stored although the approval is refused; an exception would roll them back.
      await client.proposal.update({ where: { id }, data: { candidates: [...approval.candidates], updatedAt: at } });
      return { refused: unseenMessage(choice, approval, token) };
    }
    const source = { kind: 'review', actor: reviewer.name, reason: reviewer.reason, at } as const;
    const events = await publish(draft.changes(), source);
    const decided = await close(client, id, 'approved', approval, reviewer, at);
    return { decision: { proposal: decided, animeId, idsElsewhere, events: events.length } };
  });
  if ('decision' in outcome) return outcome.decision;
  throw new CatalogError('conflict', outcome.refused);
}

function unseenMessage({ seen }: ApprovalChoice, { difference }: Approval, token: string): string {
  const moved =
    seen == null
      ? 'The catalogue has changed since this proposal came in, or it is compared with another anime now.'
      : 'This is not what you have seen: the catalogue has changed since, or the choice is another one.';
  return `${moved} Approving it would now change ${describeDifference(difference)}. Having seen that, approve with seen ${token}.`;
}

/**
 * Rejects a pending record: its new values stay out until its source states others.
 * @throws CatalogError not_found; conflict when it is already decided
 */
export async function rejectProposal(ports: PublishingPorts, id: string, reviewer: Reviewer): Promise<Decision> {
  return ports.publications.transaction(async ({ client }) => {
    const at = ports.now();
    const proposal = await pendingProposal(client, id);
    const preview = await previewApproval(draftReads(client), proposal, firstChoice(proposal), at);
    const { type, source, sourceId } = proposal;
    const stored = await client.sourceRecord.findUnique({
      where: { type_source_sourceId: { type, source, sourceId } },
      select: { record: true },
    });
    const holds = rejectedValues(stored === null ? null : storedRecord(stored.record), storedRecord(proposal.record));
    const rejected = await close(client, id, 'rejected', preview, reviewer, at, {
      holds: Object.keys(holds).length === 0 ? Prisma.DbNull : (holds as Prisma.InputJsonObject),
    });
    return { proposal: rejected, animeId: null, idsElsewhere: [], events: 0 };
  });
}

/** Publications run one after the other, so of two concurrent reviewers the second finds the proposal decided. */
async function pendingProposal(client: TransactionClient, id: string): Promise<Proposal> {
  const proposal = await client.proposal.findUnique({ where: { id } });
  if (proposal === null) throw notFound('proposal', id);
  if (proposal.status !== 'pending') {
    const by = proposal.reviewer === null ? '' : ` by ${proposal.reviewer}`;
    const when = proposal.decidedAt === null ? '' : ` at ${proposal.decidedAt.toISOString()}`;
    throw new CatalogError('conflict', `Proposal ${id} was ${proposal.status}${by}${when}.`);
  }
  return proposal;
}

function close(
  client: TransactionClient,
  id: string,
  status: 'approved' | 'rejected',
  { difference }: Pick<Approval, 'difference'>,
  { name, reason }: Reviewer,
  at: Date,
  more: Pick<Prisma.ProposalUpdateInput, 'holds'> = {},
): Promise<Proposal> {
  return client.proposal.update({
    where: { id },
    data: {
      ...more,
      status,
      reviewer: name,
      decision: reason,
      decidedAt: at,
      updatedAt: at,
      difference,
    },
  });
}
