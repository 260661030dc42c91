import { v7 as uuidv7 } from 'uuid';
import type { TransactionClient } from '../../database/database.ts';
import type { ProposalReason } from '../model/vocabulary.ts';
import type { CatalogRecord } from './record.ts';
import { supersedeProposals } from './statements/supersedeProposals.ts';

/** A record that waits for a reviewer. */
export interface NewProposal {
  /** The pending proposal that says the same; else null. */
  readonly id: string | null;
  /** The pending proposal of the same key that says something else. It gets no new record, because a reviewer may be reading it. */
  readonly replaces: string | null;
  readonly record: CatalogRecord;
  readonly reason: ProposalReason;
  /** Canonical anime it may mean. */
  readonly candidates: readonly string[];
  /** Anime or episodes whose revisions it was compared with. */
  readonly compared: readonly string[];
}

/** Stores proposals. @returns their ids, in order */
export async function saveProposals(
  client: TransactionClient,
  drafts: readonly NewProposal[],
  at: Date,
): Promise<string[]> {
  if (drafts.length === 0) return [];
  const names = [...new Set(drafts.map(({ record }) => record.source))];
  await client.source.createMany({ data: names.map((name) => ({ name, approved: false })), skipDuplicates: true });
  const replaced = drafts.flatMap(({ replaces }) => replaces ?? []);
  await supersedeProposals(client, replaced, at);
  const fresh = drafts.filter(({ id }) => id === null);
  const rows = fresh.map(({ record, reason, candidates, compared }) => ({
    id: uuidv7(),
    type: record.type,
    source: record.source,
    source_id: record.sourceId,
    record,
    reason,
    candidates,
    compared,
  }));
  if (rows.length > 0)
    await client.$executeRaw`
    INSERT INTO proposal (id, type, source, source_id, record, reason, candidates, base, created_at, updated_at)
    SELECT r.id, r.type, r.source, r.source_id, r.record, r.reason, r.candidates, revisions_of(r.compared), ${at}, ${at}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (id uuid, type record_type, source text, source_id text,
      record jsonb, reason proposal_reason, candidates uuid[], compared uuid[])`;
  const ids = rows.map(({ id }) => id);
  return drafts.map(({ id }) => id ?? ids.shift() ?? '');
}
