import type { ProposalReason } from '../model/vocabulary.ts';
import { type CatalogDraft, keyOf } from './catalogDraft.ts';
import { mergeAnimeRecord, mergeEpisodeRecord, sameRecord } from './mergeRecord.ts';
import { type Outcome, planRecord } from './planRecord.ts';
import type { CatalogRecord } from './record.ts';
import type { ProposalDraft } from './saveProposals.ts';
import type { StoredMatches } from './statements/selectRecords.ts';

/** What becomes of a batch: the publishable part is in the draft. */
export interface BatchPlan {
  /** One a record, in order. */
  readonly outcomes: readonly Outcome[];
  /** Records that wait, by recordKey: the last one of a key stands. */
  readonly proposals: ReadonlyMap<string, ProposalDraft>;
}

type StoredProposal = StoredMatches['proposals'][number];

/**
 * Decides the records one after the other, so that a parent may stand earlier in the same batch. A record that a reviewer has
 * rejected before does not come up again until it says something else.
 */
export function planBatch(
  draft: CatalogDraft,
  matches: StoredMatches,
  records: readonly CatalogRecord[],
  settings: { readonly review: boolean; readonly now: Date },
): BatchPlan {
  const earlier = new Map<string, StoredProposal>();
  for (const proposal of matches.proposals) earlier.set(recordKey(proposal), proposal);
  const waiting = new Map<string, ProposalReason>();
  for (const proposal of earlier.values()) {
    if (proposal.type === 'anime' && proposal.status === 'pending') waiting.set(keyOf(proposal), proposal.reason);
  }

  const proposals = new Map<string, ProposalDraft>();
  const outcomes = records.map((said): Outcome => {
    const key = recordKey(said);
    const before = earlier.get(key);
    const standing = before?.status === 'pending' ? before : null;
    const record = onTopOf(proposals.get(key)?.record ?? (standing?.record as CatalogRecord | undefined), said);
    const outcome = planRecord(draft, record, { ...settings, waiting });
    if (outcome.kind !== 'proposed') return outcome;
    if (before?.status === 'rejected' && sameRecord(before.record, record)) return { kind: 'unchanged' };
    const { reason, candidates, compared } = outcome;
    const same = standing !== null && sameRecord(standing.record, record);
    const ids = { id: same ? standing.id : null, replaces: same ? null : (standing?.id ?? null) };
    proposals.set(key, { ...ids, record, reason, candidates, compared });
    if (record.type === 'anime') waiting.set(keyOf(record), reason);
    return outcome;
  });
  return { outcomes, proposals };
}

/** What a source said of a record that waits, overlaid with what it says now: absent is as before here too. */
function onTopOf(waiting: CatalogRecord | undefined, said: CatalogRecord): CatalogRecord {
  if (waiting === undefined) return said;
  if (said.type === 'anime') return waiting.type === 'anime' ? mergeAnimeRecord(waiting, said) : said;
  return waiting.type === 'episode' ? mergeEpisodeRecord(waiting, said) : said;
}

/** The key of a record among all types. */
export function recordKey(record: Pick<CatalogRecord, 'type' | 'source' | 'sourceId'>): string {
  return `${record.type}\u0000${keyOf(record)}`;
}
