import type { TransactionClient } from '../../database/database.ts';
import { CatalogError } from '../model/errors.ts';
import { LARGEST_BATCH } from '../model/limits.ts';
import type { ImportOutcome, ProposalReason } from '../model/vocabulary.ts';
import type { Publication, PublishingPorts } from '../publication/publications.ts';
import { draftReads, loadDraft, loadHolders } from './draft/loadDraft.ts';
import { type BatchPlan, planBatch } from './planBatch.ts';
import { saveProposals } from './proposals/saveProposals.ts';
import { type CatalogRecord, NAMES_SOURCE, recordKey } from './record.ts';
import { type Validation, validateRecord } from './validateRecord.ts';

export interface ImportInput {
  readonly records: readonly unknown[];
  readonly review: boolean;
  readonly dryRun: boolean;
  readonly actor: string | null;
}

/** As in ImportCatalogPayload. */
export interface ImportNotice {
  readonly index: number;
  readonly outcome: 'held' | 'proposed' | 'rejected';
  readonly reason: string;
  readonly pointer: string | null;
  readonly proposalId: string | null;
}

/** As ImportCatalogPayload. */
export type BatchReport = ReturnType<typeof report>;

/**
 * Imports one batch in one transaction: validates each record, matches and merges it (docs/decisions.md#identity), and
 * publishes what changed (docs/decisions.md#publication). A broken record is reported and leaves nothing behind; the
 * others continue. A dry run plans against the catalogue of now and writes nothing.
 * @throws CatalogError invalid_request for more than 1,000 records
 */
export async function importCatalog(ports: PublishingPorts, input: ImportInput): Promise<BatchReport> {
  const { records, dryRun } = input;
  if (records.length > LARGEST_BATCH) {
    throw new CatalogError('invalid_request', `A batch holds at most ${LARGEST_BATCH} records, not ${records.length}.`);
  }
  const validations = records.map(validateRecord);
  if (dryRun) {
    return await ports.publications.rehearse(async ({ client, position }) => {
      const { plan } = await planRecords(ports, client, validRecords(validations), input);
      return report(validations, plan, new Map(), position);
    });
  }
  return await ports.publications.transaction(async (publication) => {
    const { plan, proposalIds } = await publishRecords(ports, publication, validRecords(validations), input);
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
  { review, dryRun }: ImportInput,
) {
  const reads = draftReads(client);
  const { draft, matches } = await loadDraft(reads, records);
  const at = ports.now();
  const batch = planBatch(draft, matches, records, { review, now: at, parentsMayCome: dryRun });
  await loadHolders(reads, draft, batch.destinations);
  return { draft, at, plan: batch.finish() };
}

async function publishRecords(
  ports: PublishingPorts,
  { client, publish }: Publication,
  records: readonly CatalogRecord[],
  input: ImportInput,
) {
  if (records.some(({ source }) => source === NAMES_SOURCE)) {
    await client.source.createMany({ data: [{ name: NAMES_SOURCE, approved: true }], skipDuplicates: true });
  }
  const { draft, at, plan } = await planRecords(ports, client, records, input);
  await publish(draft.changes(), { kind: 'import', actor: input.actor, at });
  return { plan, proposalIds: await saveProposals(client, plan, at) };
}

function report(
  validations: readonly Validation[],
  plan: BatchPlan,
  proposalIds: ReadonlyMap<string, string>,
  position: bigint,
) {
  const counts: Record<ImportOutcome, number> = {
    created: 0,
    updated: 0,
    unchanged: 0,
    held: 0,
    proposed: 0,
    rejected: 0,
  };
  const planned = plan.outcomes.values();
  const notices = validations.flatMap((validation, index): ImportNotice[] => {
    const outcome = validation.ok ? planned.next().value : validation.rejection;
    if (outcome === undefined) throw new Error('every valid record has an outcome');
    counts[outcome.kind] += 1;
    if (!('reason' in outcome)) return [];
    const notice = { index, outcome: outcome.kind, reason: outcome.reason, pointer: null, proposalId: null };
    if (outcome.kind === 'rejected') return [{ ...notice, pointer: outcome.pointer }];
    if (outcome.kind === 'held') return [{ ...notice, proposalId: outcome.proposalId }];
    const proposalId = validation.ok ? proposalIds.get(recordKey(validation.record)) : undefined;
    return [{ ...notice, reason: REASONS[outcome.reason], proposalId: proposalId ?? null }];
  });
  const ignoredMembers = validations.reduce((sum, it) => sum + (it.ok ? it.ignoredMembers : 0), 0);
  return { ...counts, ignoredMembers, notices, position };
}

const REASONS: Readonly<Record<ProposalReason, string>> = {
  unapproved_source:
    'its source is not approved: a reviewer decides (catalog sources approve NAME lets it publish without review)',
  review_requested: 'a review was requested',
  ambiguous_match:
    'it matches more than one anime, or one that has another record of the same source: a reviewer decides',
};
