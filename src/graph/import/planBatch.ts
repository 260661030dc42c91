import type { CatalogDraft } from './draft/catalogDraft.ts';
import type { PlacedEpisodeRecord } from './draft/drafts.ts';
import type { StoredMatches } from './draft/selectRecords.ts';
import { BatchEpisodes } from './episodes/batchEpisodes.ts';
import type { Outcome } from './outcome.ts';
import { overlay } from './overlay.ts';
import { heldByPins } from './proposals/heldByPins.ts';
import { PendingProposals, type PendingSettings } from './proposals/pendingProposals.ts';
import { Rejections } from './proposals/rejections.ts';
import type { ProposalChanges } from './proposals/saveProposals.ts';
import { type CatalogRecord, recordKey } from './record.ts';

/** The result of a batch beside what it puts into the draft. */
export interface BatchPlan extends ProposalChanges {
  /** One a record, in order. */
  readonly outcomes: readonly Outcome[];
}

/** The second step of a batch, before which the caller loads the holders of its destinations (loadHolders). */
export interface BatchStep {
  readonly destinations: readonly PlacedEpisodeRecord[];
  finish(): BatchPlan;
}

/**
 * Decides the records one after the other, so that a parent may be earlier in the same batch, and then places all
 * episodes at once: the numbers they compete for are known when every record's anime is.
 */
export function planBatch(
  draft: CatalogDraft,
  { proposals: stored }: Pick<StoredMatches, 'proposals'>,
  records: readonly CatalogRecord[],
  settings: Omit<PendingSettings, 'draft' | 'episodes' | 'proposals'>,
): BatchStep {
  const whole = new Map<string, CatalogRecord>();
  for (const said of records) whole.set(recordKey(said), overlay(whole.get(recordKey(said)), said));
  const episodes = new BatchEpisodes(draft);
  const pending = new PendingProposals({ draft, episodes, proposals: stored, ...settings });
  const rejections = new Rejections(stored, whole, (said) => pending.published(said) !== null);
  const planned = records.map((said) => {
    const part = rejections.withhold(said);
    const isWhole = part !== null && pending.published(said) === null;
    const early = isWhole ? ({ kind: 'unchanged' } as const) : pending.plan(part?.open ?? said);
    return { said, key: recordKey(said), early, held: part?.held ?? null };
  });
  return {
    destinations: episodes.destinations,
    finish() {
      const placed = episodes.place();
      const ended = planned.map(({ early, ...rest }) => {
        const outcome = early ?? placed.shift();
        if (outcome === undefined) throw new Error('every record has an outcome');
        if (early === null && outcome.kind === 'rejected') pending.restore(rest.key);
        return { ...rest, outcome };
      });
      const proposals = pending.proposals();
      const outcomes = ended.map(({ said, key, outcome, held }) => {
        // A later line of the same key may have settled what an earlier one let wait.
        const settled = outcome.kind === 'proposed' && !proposals.has(key);
        if (!settled && outcome.kind !== 'unchanged') return outcome;
        if (!settled && episodes.renewed.has(key)) return { kind: 'updated' } as const;
        return held ?? heldByPins(draft, said) ?? ({ kind: 'unchanged' } as const);
      });
      const validKeys = new Set(ended.flatMap(({ key, outcome }) => (outcome.kind === 'rejected' ? [] : [key])));
      return { outcomes, proposals, superseded: [...pending.superseded], reduced: rejections.reduced(validKeys) };
    },
  };
}
