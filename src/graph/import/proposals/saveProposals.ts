import { v7 as uuidv7 } from 'uuid';
import type { TransactionClient } from '../../../database/database.ts';
import { Prisma } from '../../../database/generated/client.ts';
import type { ProposalReason } from '../../model/vocabulary.ts';
import type { CatalogRecord } from '../record.ts';
import type { ReducedRejection } from './rejections.ts';

/** A record that waits for a reviewer. */
export interface NewProposal {
  /** The pending proposal with the same record; null without one. */
  readonly id: string | null;
  /**
   * The pending proposal of the same key with another record. It is replaced, not updated, because a reviewer may be
   * reading it.
   */
  readonly replaces: string | null;
  readonly record: CatalogRecord;
  readonly reason: ProposalReason;
  /** Canonical anime it may mean. */
  readonly candidates: readonly string[];
  /** Anime or episodes whose revisions it was compared with. */
  readonly compared: readonly string[];
}

/** What a batch does to proposals. */
export interface ProposalChanges {
  /** Records that wait, by recordKey. */
  readonly proposals: ReadonlyMap<string, NewProposal>;
  /** Pending proposals that no longer are what their source says, and that no other replaces. */
  readonly superseded: readonly string[];
  /** Rejections of which the batch takes values back. */
  readonly reduced: readonly ReducedRejection[];
}

/** @returns the ids of the proposals that wait, by recordKey */
export async function saveProposals(
  client: TransactionClient,
  { proposals, superseded, reduced }: ProposalChanges,
  at: Date,
): Promise<ReadonlyMap<string, string>> {
  const closed = [...superseded, ...[...proposals.values()].flatMap(({ replaces }) => replaces ?? [])];
  if (closed.length > 0) {
    await client.proposal.updateMany({
      where: { id: { in: closed } },
      // Who reopened one decided nothing.
      data: { status: 'superseded', reviewer: null, decision: null, updatedAt: at, decidedAt: at },
    });
  }
  for (const { id, holds } of reduced) {
    const data = { holds: (holds as Prisma.InputJsonObject | null) ?? Prisma.DbNull };
    await client.proposal.update({ where: { id }, data });
  }
  const ids = new Map([...proposals].map(([key, { id }]) => [key, id ?? uuidv7()]));
  const rows = [...proposals].flatMap(([key, { id, record, reason, candidates, compared }]) =>
    id === null ? [{ id: ids.get(key), record, reason, candidates, compared }] : [],
  );
  if (rows.length > 0) {
    const names = [...new Set(rows.map(({ record }) => record.source))];
    await client.source.createMany({ data: names.map((name) => ({ name, approved: false })), skipDuplicates: true });
    await client.$executeRaw`
      INSERT INTO proposal (id, type, source, source_id, record, reason, candidates, base, created_at, updated_at)
      SELECT r.id, (r.record ->> 'type')::record_type, r.record ->> 'source', r.record ->> 'sourceId', r.record, r.reason, r.candidates,
        revisions_of(r.compared), ${at}, ${at}
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (id uuid, record jsonb, reason proposal_reason,
        candidates uuid[], compared uuid[])`;
  }
  return ids;
}
