import { isDeepStrictEqual } from 'node:util';
import type { TransactionClient } from '../../database/database.ts';
import { Prisma, type Proposal } from '../../database/generated/client.ts';
import { draftChanges } from '../import/draftChanges.ts';
import { rejectedValues } from '../import/holdBack.ts';
import type { CatalogRecord } from '../import/record.ts';
import { saveRecords } from '../import/statements/saveRecords.ts';
import { CatalogError } from '../model/errors.ts';
import type { PublishingPorts } from '../publication/publishingPorts.ts';
import { describeDifference, type FieldDifference } from './difference.ts';
import { firstChoice, foreseeApproval, seenToken, storedDifference } from './foreseeApproval.ts';
import { type Approval, type Choice, type ElsewhereId, planApproval } from './planApproval.ts';

/** Who decides, and why. */
export interface Reviewer {
  readonly name: string | null;
  readonly reason: string | null;
}

export interface Decision {
  readonly proposal: Proposal;
  readonly animeId: string | null;
  readonly idsElsewhere: readonly ElsewhereId[];
  /** How many events it published. */
  readonly events: number;
}

/** How a reviewer approves. */
export interface ApprovalChoice extends Choice {
  /** The token of what the reviewer has seen (foreseeApproval); without it the proposal is approved as it came in or not at all. */
  readonly seen?: string | null;
}

/**
 * Publishes a waiting record in one transaction.
 * @throws CatalogError not_found; conflict when it is decided already, when it would change nothing or leave shared ids behind, or when
 *   what it would do is not what this reviewer has seen: what it would do now is in the message, and its token
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
    const record = proposal.record as unknown as CatalogRecord;
    const approval = await planApproval(client, { record, reason: proposal.reason }, choice, at);
    if (approval.refusal !== null) throw new CatalogError('conflict', approval.refusal);
    const token = seenToken(id, approval);
    const isSeen = choice.seen == null ? isDeepStrictEqual(approval.base, proposal.base) : choice.seen === token;
    if (!isSeen) {
      await client.proposal.update({ where: { id }, data: { candidates: [...approval.candidates], updatedAt: at } });
      return { refused: unseenMessage(choice, approval, token) };
    }
    const source = { kind: 'review', actor: reviewer.name, reason: reviewer.reason, at } as const;
    const events = await publish(draftChanges(approval.draft), source);
    await saveRecords(client, [...approval.draft.written.values()], at);
    const decided = await close(client, id, 'approved', approval.difference, reviewer, at);
    const { animeId, idsElsewhere } = approval;
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

/** Lets a waiting record be: what is new in it stays out until its source says another value. Publishes nothing. @throws CatalogError not_found; conflict when it is decided already */
export async function rejectProposal(ports: PublishingPorts, id: string, reviewer: Reviewer): Promise<Decision> {
  return ports.publications.transaction(async ({ client }) => {
    const at = ports.now();
    const proposal = await pendingProposal(client, id);
    const { difference } = await foreseeApproval(client, proposal, firstChoice(proposal), at);
    const holds = { holds: await rejectedBy(client, proposal) };
    const rejected = await close(client, id, 'rejected', difference, reviewer, at, holds);
    return { proposal: rejected, animeId: null, idsElsewhere: [], events: 0 };
  });
}

async function rejectedBy(client: TransactionClient, { type, source, sourceId, record }: Proposal) {
  const key = { type_source_sourceId: { type, source, sourceId } };
  const stored = await client.sourceRecord.findUnique({ where: key, select: { record: true } });
  const values = rejectedValues(
    (stored?.record ?? null) as unknown as CatalogRecord | null,
    record as unknown as CatalogRecord,
  );
  return Object.keys(values).length === 0 ? Prisma.DbNull : (values as Prisma.InputJsonObject);
}

/** Under the publication's lock, so of two reviewers at once the second finds it decided. */
async function pendingProposal(client: TransactionClient, id: string): Promise<Proposal> {
  const proposal = await client.proposal.findUnique({ where: { id } });
  if (proposal === null) throw new CatalogError('not_found', `There is no proposal ${id}.`, { parameter: 'id' });
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
  difference: readonly FieldDifference[],
  { name, reason }: Reviewer,
  at: Date,
  more: Pick<Prisma.ProposalUpdateInput, 'holds'> = {},
): Promise<Proposal> {
  return client.proposal.update({
    where: { id },
    data: {
      ...more,
      ...{ status, reviewer: name, decision: reason, decidedAt: at, updatedAt: at },
      difference: storedDifference(difference),
    },
  });
}
