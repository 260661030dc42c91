import { BatchEpisodes } from './batchEpisodes.ts';
import type { PlacedEpisodeRecord } from './canonicalEpisode.ts';
import type { CatalogDraft } from './catalogDraft.ts';
import type { Outcome } from './outcome.ts';
import { overlay } from './overlay.ts';
import type { CatalogRecord } from './record.ts';
import { recordKey } from './recordKey.ts';
import type { NewProposal } from './saveProposals.ts';
import type { StoredMatches } from './statements/selectRecords.ts';
import { WaitingRecords } from './waitingRecords.ts';

/** What becomes of a batch: the publishable part is in the draft. */
export interface BatchPlan {
  /** One a record, in order. */
  readonly outcomes: readonly Outcome[];
  /** Records that wait, by recordKey. */
  readonly proposals: ReadonlyMap<string, NewProposal>;
  /** Pending proposals that no longer say what their source says, and that no other replaces. */
  readonly superseded: readonly string[];
}

/** The second step of a batch, for which the caller has loaded the holders of its destinations (loadHolders). */
export interface BatchStep {
  readonly destinations: readonly PlacedEpisodeRecord[];
  finish(): BatchPlan;
}

/**
 * Decides the records one after the other, so that a parent may stand earlier in the same batch, and then where all its episodes go:
 * who stands in whose way is known when every record's anime is.
 */
export function planBatch(
  draft: CatalogDraft,
  matches: Pick<StoredMatches, 'proposals'>,
  records: readonly CatalogRecord[],
  settings: { readonly review: boolean; readonly now: Date },
): BatchStep {
  const whole = new Map<string, CatalogRecord>();
  for (const said of records) whole.set(recordKey(said), overlay(whole.get(recordKey(said)), said));
  const episodes = new BatchEpisodes(draft);
  const waiting = new WaitingRecords({ draft, episodes, proposals: matches.proposals, whole, ...settings });
  const planned = records.map((said) => ({ key: recordKey(said), outcome: waiting.plan(said) }));
  return {
    destinations: episodes.destinations,
    finish() {
      const placed = episodes.place();
      const ended = planned.map(({ key, outcome: early }) => {
        const outcome = early ?? placed.shift();
        if (outcome === undefined) throw new Error('every record has an outcome');
        if (early === null && outcome.kind === 'rejected') waiting.restore(key);
        return { key, outcome };
      });
      const proposals = waiting.proposals();
      const outcomes = ended.map(({ key, outcome }) => {
        // What an earlier line of a key let wait, a later one may have settled.
        if (outcome.kind === 'proposed' && !proposals.has(key)) return { kind: 'unchanged' } as const;
        return outcome.kind === 'unchanged' && episodes.renewed.has(key) ? ({ kind: 'updated' } as const) : outcome;
      });
      return { outcomes, proposals, superseded: [...waiting.superseded] };
    },
  };
}
