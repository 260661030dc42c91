import type { CatalogDraft } from './catalogDraft.ts';
import type { Outcome } from './planRecord.ts';
import type { CatalogRecord } from './record.ts';
import type { ProposalDraft } from './saveProposals.ts';
import type { StoredMatches } from './statements/selectRecords.ts';
import { overlaid, recordKey, WaitingRecords } from './waitingRecords.ts';

/** What becomes of a batch: the publishable part is in the draft. */
export interface BatchPlan {
  /** One a record, in order. */
  readonly outcomes: readonly Outcome[];
  /** Records that wait, by recordKey. */
  readonly proposals: ReadonlyMap<string, ProposalDraft>;
  /** Pending proposals that no longer say what their source says, and that no other replaces. */
  readonly superseded: readonly string[];
}

/** Decides the records one after the other, so that a parent may stand earlier in the same batch. */
export function planBatch(
  draft: CatalogDraft,
  matches: StoredMatches,
  records: readonly CatalogRecord[],
  settings: { readonly review: boolean; readonly now: Date },
): BatchPlan {
  const whole = new Map<string, CatalogRecord>();
  for (const said of records) whole.set(recordKey(said), overlaid(whole.get(recordKey(said)), said));
  const waiting = new WaitingRecords(draft, matches.proposals, whole, settings);
  const planned = records.map((said) => ({ key: recordKey(said), outcome: waiting.plan(said) }));
  return {
    // What an earlier line of a key let wait, a later one may have settled.
    outcomes: planned.map(({ key, outcome }) =>
      outcome.kind === 'proposed' && !waiting.proposals.has(key) ? { kind: 'unchanged' } : outcome,
    ),
    proposals: waiting.proposals,
    superseded: [...waiting.superseded],
  };
}
