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
import { type Choice, planApproval } from './planApproval.ts';
import { proposalDifference, storedDifference } from './proposalDifference.ts';

/** Who decides, and why. */
export interface Reviewer {
  readonly name: string | null;
  readonly reason: string | null;
}

export interface Decision {
  readonly proposal: Proposal;
  readonly animeId: string | null;
  /** How many events it published. */
  readonly events: number;
}

/**
 * Publishes a waiting record in one transaction.
 * @throws CatalogError not_found; conflict when it is decided already, or when the catalogue has moved since the difference was
 *   made: the new difference is then in the message and stands, so that approving again accepts it
 */
export async function approveProposal(
  ports: PublishingPorts,
  id: string,
  choice: Choice,
  reviewer: Reviewer,
): Promise<Decision> {
  const outcome = await ports.publications.transaction(async ({ client, publish }) => {
    const proposal = await pendingProposal(client, id);
    const at = ports.now();
    const record = proposal.record as unknown as CatalogRecord;
    const approval = await planApproval(client, { record, reason: proposal.reason }, choice, at);
    if (!isDeepStrictEqual(approval.base, proposal.base)) {
      const candidates = record.type === 'anime' ? Object.keys(approval.base) : proposal.candidates;
      await client.proposal.update({ where: { id }, data: { base: approval.base, candidates, updatedAt: at } });
      return { stale: describeDifference(approval.difference) };
    }
    const source = { kind: 'review', actor: reviewer.name, reason: reviewer.reason, at } as const;
    const events = await publish(draftChanges(approval.draft), source);
    await saveRecords(client, [...approval.draft.written.values()], at);
    const decided = await close(client, id, 'approved', approval.difference, reviewer, at);
    return { decision: { proposal: decided, animeId: approval.animeId, events: events.length } };
  });
  if ('decision' in outcome) return outcome.decision;
  throw new CatalogError(
    'conflict',
    `The catalogue has changed since this proposal was made. It would now change ${outcome.stale}. Approve again to accept that.`,
  );
}

/** Lets a waiting record be: what is new in it stays out until its source says another value. Publishes nothing. @throws CatalogError not_found; conflict when it is decided already */
export async function rejectProposal(ports: PublishingPorts, id: string, reviewer: Reviewer): Promise<Decision> {
  return ports.publications.transaction(async ({ client }) => {
    const at = ports.now();
    const proposal = await pendingProposal(client, id);
    const difference = await proposalDifference(client, proposal, at);
    const holds = { holds: await rejectedBy(client, proposal) };
    return { proposal: await close(client, id, 'rejected', difference, reviewer, at, holds), animeId: null, events: 0 };
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
