import { v7 as uuidv7 } from 'uuid';
import type { TransactionClient } from '../../database/database.ts';
import type { ProposalReason } from './planRecord.ts';
import type { CatalogRecord } from './record.ts';

/** A record that waits for a reviewer. */
export interface ProposalDraft {
  /** The pending proposal of the same key, which this record replaces; else null. */
  readonly id: string | null;
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
  drafts: readonly ProposalDraft[],
  at: Date,
): Promise<string[]> {
  if (drafts.length === 0) return [];
  const names = [...new Set(drafts.map(({ record }) => record.source))];
  await client.source.createMany({ data: names.map((name) => ({ name, approved: false })), skipDuplicates: true });
  const rows = drafts.map(({ id, record, reason, candidates, compared }) => ({
    id: id ?? uuidv7(),
    type: record.type,
    source: record.source,
    source_id: record.sourceId,
    record,
    reason,
    candidates,
    compared,
  }));
  await client.$executeRaw`
    INSERT INTO proposal (id, type, source, source_id, record, reason, candidates, base, created_at, updated_at)
    SELECT r.id, r.type, r.source, r.source_id, r.record, r.reason, r.candidates, revisions_of(r.compared), ${at}, ${at}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (id uuid, type record_type, source text, source_id text,
      record jsonb, reason proposal_reason, candidates uuid[], compared uuid[])
    ON CONFLICT (id) DO UPDATE SET record = EXCLUDED.record, reason = EXCLUDED.reason, candidates = EXCLUDED.candidates,
      base = EXCLUDED.base, updated_at = EXCLUDED.updated_at`;
  return rows.map(({ id }) => id);
}
