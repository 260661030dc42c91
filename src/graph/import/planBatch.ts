import { BatchEpisodes } from './batchEpisodes.ts';
import type { PlacedEpisodeRecord } from './canonicalEpisode.ts';
import type { CatalogDraft } from './catalogDraft.ts';
import { heldByPins } from './heldByPins.ts';
import type { Outcome } from './outcome.ts';
import { overlay } from './overlay.ts';
import type { CatalogRecord } from './record.ts';
import { recordKey } from './recordKey.ts';
import { type EasedRejection, heldByRejection, Rejections } from './rejections.ts';
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
  /** Rejections of which the batch takes values back. */
  readonly eased: readonly EasedRejection[];
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
  const { proposals: earlier } = matches;
  const waiting = new WaitingRecords({ draft, episodes, proposals: earlier, ...settings });
  const rejections = new Rejections(earlier, whole, (said) => waiting.stored(said) !== null);
  const planned = records.map((said) => {
    const rejected = rejections.withhold(said);
    const isWhole = rejected !== null && waiting.stored(said) === null;
    const outcome = isWhole ? ({ kind: 'unchanged' } as const) : waiting.plan(rejected?.open ?? said);
    return { said, key: recordKey(said), outcome, withheld: rejected?.withheld ?? null };
  });
  return {
    destinations: episodes.destinations,
    finish() {
      const placed = episodes.place();
      const ended = planned.map(({ said, key, outcome: early, withheld }) => {
        const outcome = early ?? placed.shift();
        if (outcome === undefined) throw new Error('every record has an outcome');
        if (early === null && outcome.kind === 'rejected') waiting.restore(key);
        return { said, key, outcome, withheld };
      });
      const proposals = waiting.proposals();
      const outcomes = ended.map(({ said, key, outcome, withheld }) => {
        // What an earlier line of a key let wait, a later one may have settled.
        const settled = outcome.kind === 'proposed' && !proposals.has(key);
        if (!settled && outcome.kind !== 'unchanged') return outcome;
        if (!settled && episodes.renewed.has(key)) return { kind: 'updated' } as const;
        return heldByRejection(said, withheld) ?? heldByPins(draft, said) ?? ({ kind: 'unchanged' } as const);
      });
      const heard = new Set(ended.flatMap(({ key, outcome }) => (outcome.kind === 'rejected' ? [] : [key])));
      return { outcomes, proposals, superseded: [...waiting.superseded], eased: rejections.eased(heard) };
    },
  };
}
