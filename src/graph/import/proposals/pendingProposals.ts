import type { ProposalReason } from '../../model/vocabulary.ts';
import type { CatalogDraft } from '../draft/catalogDraft.ts';
import type { StoredMatches } from '../draft/selectRecords.ts';
import type { BatchEpisodes } from '../episodes/batchEpisodes.ts';
import type { Outcome } from '../outcome.ts';
import { overlay, sameRecord } from '../overlay.ts';
import { planAnime } from '../planAnime.ts';
import { type CatalogRecord, keyOf, NAMES_SOURCE, recordKey } from '../record.ts';
import type { NewProposal } from './saveProposals.ts';
import { withholdReviewed } from './withholdReviewed.ts';

type StoredProposal = StoredMatches['proposals'][number];

export interface PendingSettings {
  readonly draft: CatalogDraft;
  readonly episodes: BatchEpisodes;
  readonly proposals: readonly StoredProposal[];
  /** Makes every record wait for a reviewer. */
  readonly review: boolean;
  readonly now: Date;
  /** Whether an anime that is not there yet may be in another batch: in a dry run, which keeps none of them. */
  readonly parentsMayCome?: boolean;
}

/**
 * Plans the records of a batch beside the pending proposals. A proposal that no longer is what its source says is
 * superseded; only a reviewer publishes its values.
 */
export class PendingProposals {
  /** Stored proposals that no longer are what their source says, and that no other replaces. */
  readonly superseded = new Set<string>();
  readonly #settings: PendingSettings;
  /** As stored, by recordKey. */
  readonly #stored: ReadonlyMap<string, StoredProposal>;
  /** Records that wait after the batch, by recordKey. */
  readonly #proposals = new Map<string, NewProposal>();
  /** Of episodes in the batch: what waited before their first line, by recordKey. */
  readonly #before = new Map<string, { readonly proposal?: NewProposal; readonly stored: StoredProposal | null }>();
  /** Why anime wait, by keyOf: their episodes wait with them. */
  readonly #anime = new Map<string, ProposalReason>();

  constructor(settings: PendingSettings) {
    this.#settings = settings;
    const pending = settings.proposals.filter(({ status }) => status === 'pending');
    this.#stored = new Map(pending.map((proposal) => [recordKey(proposal.record), proposal]));
    for (const { record, reason } of pending) if (record.type === 'anime') this.#anime.set(keyOf(record), reason);
  }

  /**
   * Records that wait after the batch, by recordKey. Called once its episodes are placed, with which they are compared.
   */
  proposals(): ReadonlyMap<string, NewProposal> {
    const { episodes } = this.#settings;
    return new Map(
      [...this.#proposals].map(([key, proposal]) => {
        const { record } = proposal;
        return [key, record.type === 'episode' ? { ...proposal, ...episodes.subjectOf(record) } : proposal];
      }),
    );
  }

  /**
   * Decides one record and puts it into the draft if it is to be published.
   * @param incoming without its rejected values
   * @returns null for an episode that is to be placed with the others of the batch
   */
  plan(incoming: CatalogRecord): Outcome | null {
    const key = recordKey(incoming);
    if (incoming.type === 'episode' && !this.#before.has(key)) {
      const proposal = this.#proposals.get(key);
      this.#before.set(key, { stored: this.#pending(key), ...(proposal && { proposal }) });
    }
    const reviewed = this.#underReview(incoming);
    if (reviewed === null) return this.#planWhole(incoming, this.#settings.review);
    const published = this.published(incoming);
    return published === null ? this.#planWhole(incoming, true) : this.#planBeside(incoming, published, reviewed);
  }

  /** Restores what waited of an episode that is rejected when it is placed. */
  restore(key: string): void {
    const before = this.#before.get(key);
    if (before?.proposal === undefined) this.#proposals.delete(key);
    else this.#proposals.set(key, before.proposal);
    if (before?.stored) this.superseded.delete(before.stored.id);
  }

  /** The record under review of a key that the import itself would publish; else null. */
  #underReview(incoming: CatalogRecord): CatalogRecord | null {
    const pending = this.#pending(recordKey(incoming));
    if (this.#settings.review || !this.#isApproved(incoming) || pending?.reason !== 'review_requested') return null;
    return this.#proposals.get(recordKey(incoming))?.record ?? pending.record;
  }

  /** The published record of a key, of this batch or before. */
  published(incoming: CatalogRecord): CatalogRecord | null {
    if (incoming.type === 'episode') return this.#settings.episodes.stored(incoming)?.record ?? null;
    return this.#settings.draft.anime.ofKey(incoming)?.records.get(keyOf(incoming)) ?? null;
  }

  /** Lays a record over the pending one of its key: together they are published or wait. */
  #planWhole(incoming: CatalogRecord, review: boolean): Outcome | null {
    const key = recordKey(incoming);
    const record = overlay((this.#proposals.get(key) ?? this.#pending(key))?.record, incoming);
    const outcome = this.#planRecord(record, review);
    if (outcome?.kind === 'rejected') return outcome;
    if (outcome?.kind === 'proposed') this.#wait(record, outcome);
    else this.#settle(incoming);
    return outcome;
  }

  /** Publishes the part of a record that is not under review. */
  #planBeside(incoming: CatalogRecord, published: CatalogRecord, reviewed: CatalogRecord): Outcome | null {
    const { open, held, repeats, contradicts } = withholdReviewed(published, reviewed, incoming);
    const outcome = this.#planRecord(open, this.#settings.review);
    if (outcome?.kind === 'proposed') return this.#planWhole(incoming, false);
    if (outcome?.kind === 'rejected') return outcome;
    if (Object.keys(held).length === 0) {
      this.#settle(incoming);
      return outcome;
    }
    const { type, source, sourceId } = incoming;
    const anime = type === 'anime' ? this.#settings.draft.anime.ofKey(incoming) : undefined;
    const ids = anime === undefined ? [] : [anime.id];
    const waits = { reason: 'review_requested' as const, candidates: ids, compared: ids };
    this.#wait(contradicts ? ({ type, source, sourceId, ...held } as CatalogRecord) : reviewed, waits);
    return outcome?.kind === 'unchanged' && repeats ? { kind: 'proposed', ...waits } : outcome;
  }

  #planRecord(record: CatalogRecord, review: boolean): Outcome | null {
    const { draft, episodes, now, parentsMayCome = false } = this.#settings;
    const reviewing = this.#isApproved(record) ? (review ? 'review_requested' : null) : 'unapproved_source';
    if (record.type === 'anime') return planAnime(draft, record, reviewing);
    return episodes.plan(record, { reviewing, now, waiting: this.#anime, parentsMayCome });
  }

  #isApproved({ source }: CatalogRecord): boolean {
    return this.#settings.draft.sources.get(source)?.approved ?? source === NAMES_SOURCE;
  }

  #wait(
    record: CatalogRecord,
    { reason, candidates, compared }: Omit<NewProposal, 'id' | 'replaces' | 'record'>,
  ): void {
    const key = recordKey(record);
    const pending = this.#pending(key);
    const same = pending !== null && sameRecord(pending.record, record);
    const ids = { id: same ? pending.id : null, replaces: same ? null : (pending?.id ?? null) };
    this.#proposals.set(key, { ...ids, record, reason, candidates, compared });
    if (record.type === 'anime') this.#anime.set(keyOf(record), reason);
  }

  /** The source's record is published, or known already: its key has no proposal any more. */
  #settle(incoming: CatalogRecord): void {
    const key = recordKey(incoming);
    const pending = this.#pending(key);
    if (pending !== null) this.superseded.add(pending.id);
    this.#proposals.delete(key);
    if (incoming.type === 'anime') this.#anime.delete(keyOf(incoming));
  }

  #pending(key: string): StoredProposal | null {
    const stored = this.#stored.get(key);
    return stored !== undefined && !this.superseded.has(stored.id) ? stored : null;
  }
}
