import type { TransactionClient } from '../../database/database.ts';
import { CatalogError } from '../model/errors.ts';
import { LARGEST_BATCH } from '../model/limits.ts';
import type { ProposalReason } from '../model/vocabulary.ts';
import type { Publication } from '../publication/publications.ts';
import type { PublishingPorts } from '../publication/publishingPorts.ts';
import { CatalogDraft } from './catalogDraft.ts';
import { draftChanges } from './draftChanges.ts';
import { loadDraft, loadHolders } from './loadDraft.ts';
import { type BatchPlan, planBatch } from './planBatch.ts';
import type { CatalogRecord } from './record.ts';
import { recordKey } from './recordKey.ts';
import { saveProposals } from './saveProposals.ts';
import { easeRejections } from './statements/easeRejections.ts';
import { saveRecords } from './statements/saveRecords.ts';
import { supersedeProposals } from './statements/supersedeProposals.ts';
import { type Validation, validateRecord } from './validateRecord.ts';

export interface ImportInput {
  readonly records: readonly unknown[];
  readonly review: boolean;
  readonly dryRun: boolean;
  /** A dry run judges the batch as if these had been imported before it. */
  readonly earlier?: readonly unknown[];
  readonly actor: string | null;
}

/** A record that was held back, proposed or rejected. */
export interface ImportNotice {
  /** Index in the batch, from 0. */
  readonly index: number;
  readonly outcome: 'held' | 'proposed' | 'rejected';
  readonly reason: string;
  readonly pointer: string | null;
  readonly proposalId: string | null;
}

export interface BatchReport {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly held: number;
  readonly proposed: number;
  readonly rejected: number;
  readonly ignoredMembers: number;
  readonly notices: readonly ImportNotice[];
  /** Position of the last event published so far. */
  readonly position: bigint;
}

/**
 * Imports one batch in one transaction: validates each record, matches and merges it (docs/decisions.md#identity), and publishes what changed
 * (docs/decisions.md#publication). A broken record is reported and leaves nothing behind; the others go on.
 * A dry run is told by the same steps and undone.
 * @throws CatalogError invalid_request for more than 1,000 records, and for earlier ones without a dry run
 */
export async function importCatalog(ports: PublishingPorts, input: ImportInput): Promise<BatchReport> {
  if (input.records.length > LARGEST_BATCH) {
    throw new CatalogError(
      'invalid_request',
      `A batch holds at most ${LARGEST_BATCH} records, not ${input.records.length}.`,
    );
  }
  const { earlier = [] } = input;
  if (earlier.length > 0 && !input.dryRun) {
    throw new CatalogError('invalid_request', 'earlier is for a dry run: import these records by themselves.');
  }
  const validations = input.records.map(validateRecord);
  const records = validRecords(validations);
  if (input.dryRun) {
    return await ports.publications.rehearse(async (publication) => {
      const { position } = publication;
      for (let start = 0; start < earlier.length; start += LARGEST_BATCH) {
        const before = validRecords(earlier.slice(start, start + LARGEST_BATCH).map(validateRecord));
        await publishRecords(ports, publication, before, input);
      }
      const { plan } = await planRecords(ports, publication.client, records, input);
      return report(validations, plan, new Map(), position);
    });
  }
  return await ports.publications.transaction(async (publication) => {
    const { plan, proposalIds } = await publishRecords(ports, publication, records, input);
    return report(validations, plan, proposalIds, publication.position);
  });
}

function validRecords(validations: readonly Validation[]): CatalogRecord[] {
  return validations.flatMap((validation) => (validation.ok ? [validation.record] : []));
}

async function planRecords(
  ports: PublishingPorts,
  client: TransactionClient,
  records: readonly CatalogRecord[],
  { review }: ImportInput,
) {
  const draft = new CatalogDraft();
  const matches = await loadDraft(client, draft, records);
  const at = ports.now();
  const batch = planBatch(draft, matches, records, { review, now: at });
  await loadHolders(client, draft, batch.destinations);
  return { draft, at, plan: batch.finish() };
}

async function publishRecords(
  ports: PublishingPorts,
  publication: Publication,
  records: readonly CatalogRecord[],
  input: ImportInput,
): Promise<{ readonly plan: BatchPlan; readonly proposalIds: ReadonlyMap<string, string> }> {
  const { client } = publication;
  const { draft, at, plan } = await planRecords(ports, client, records, input);
  await publication.publish(draftChanges(draft), { kind: 'import', actor: input.actor, at });
  await saveRecords(client, [...draft.written.values()], at);
  await supersedeProposals(client, plan.superseded, at);
  await easeRejections(client, plan.eased);
  const ids = await saveProposals(client, [...plan.proposals.values()], at);
  return { plan, proposalIds: new Map([...plan.proposals.keys()].map((key, index) => [key, ids[index] ?? ''])) };
}

function report(
  validations: readonly Validation[],
  plan: BatchPlan,
  proposalIds: ReadonlyMap<string, string>,
  position: bigint,
): BatchReport {
  const counts = { created: 0, updated: 0, unchanged: 0, held: 0, proposed: 0, rejected: 0 };
  const notices: ImportNotice[] = [];
  let ignoredMembers = 0;
  let planned = 0;
  for (const [index, validation] of validations.entries()) {
    if (!validation.ok) {
      counts.rejected += 1;
      notices.push({ index, outcome: 'rejected', ...validation.rejection, proposalId: null });
      continue;
    }
    ignoredMembers += validation.ignoredMembers;
    const outcome = plan.outcomes[planned++];
    if (outcome === undefined) throw new Error('every valid record has an outcome');
    counts[outcome.kind] += 1;
    if (outcome.kind === 'rejected')
      notices.push({ index, outcome: 'rejected', ...outcome.rejection, proposalId: null });
    if (outcome.kind === 'held') {
      const { reason, proposalId } = outcome;
      notices.push({ index, outcome: 'held', reason, pointer: null, proposalId });
    }
    if (outcome.kind === 'proposed') {
      const proposalId = proposalIds.get(recordKey(validation.record)) ?? null;
      notices.push({ index, outcome: 'proposed', reason: REASONS[outcome.reason], pointer: null, proposalId });
    }
  }
  return { ...counts, ignoredMembers, notices, position };
}

const REASONS: Readonly<Record<ProposalReason, string>> = {
  unapproved_source:
    'its source is not approved: a reviewer decides (catalog sources approve NAME lets it publish by itself)',
  review_requested: 'a review was asked for',
  ambiguous_match:
    'it matches more than one anime, or one that has another record of the same source: a reviewer decides',
};
