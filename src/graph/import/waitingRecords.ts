import type { ProposalReason } from '../model/vocabulary.ts';
import type { BatchEpisodes } from './batchEpisodes.ts';
import type { CatalogDraft } from './catalogDraft.ts';
import { holdBack } from './holdBack.ts';
import type { Outcome } from './outcome.ts';
import { overlay } from './overlay.ts';
import { planAnime } from './planAnime.ts';
import type { CatalogRecord } from './record.ts';
import { keyOf, recordKey } from './recordKey.ts';
import { sameRecord } from './sameRecord.ts';
import type { NewProposal } from './saveProposals.ts';
import type { StoredMatches } from './statements/selectRecords.ts';

type StoredProposal = StoredMatches['proposals'][number];

/** A batch as it meets what waits. */
export interface BatchAndWaiting {
  readonly draft: CatalogDraft;
  readonly episodes: BatchEpisodes;
  readonly proposals: readonly StoredProposal[];
  /** Let every record wait. */
  readonly review: boolean;
  readonly now: Date;
}

/**
 * The records of a batch beside those that wait for a reviewer. A proposal says what its source says now, or it is superseded; what it
 * holds is published by nobody but the reviewer.
 */
export class WaitingRecords {
  /** Pending proposals that no longer say what their source says, and that no other replaces. */
  readonly superseded = new Set<string>();
  readonly #batch: BatchAndWaiting;
  readonly #earlier: ReadonlyMap<string, StoredProposal>;
  /** Records that wait after the batch, by recordKey. */
  readonly #proposals = new Map<string, NewProposal>();
  /** What waited of an episode before the batch spoke of it, by recordKey. */
  readonly #before = new Map<string, { readonly proposal?: NewProposal; readonly standing: StoredProposal | null }>();
  /** Why anime wait, by keyOf: their episodes wait with them. */
  readonly #anime = new Map<string, ProposalReason>();

  constructor(batch: BatchAndWaiting) {
    this.#batch = batch;
    const pending = batch.proposals.filter(({ status }) => status === 'pending');
    this.#earlier = new Map(pending.map((proposal) => [recordKey(proposal), proposal]));
    for (const proposal of pending) {
      if (proposal.type === 'anime') this.#anime.set(keyOf(proposal), proposal.reason);
    }
  }

  /** Records that wait after the batch, by recordKey; when its episodes are placed, those that wait are compared with them. */
  proposals(): ReadonlyMap<string, NewProposal> {
    const { episodes } = this.#batch;
    return new Map(
      [...this.#proposals].map(([key, proposal]) => {
        const { record } = proposal;
        return [key, record.type === 'episode' ? { ...proposal, ...episodes.subjectOf(record) } : proposal];
      }),
    );
  }

  /**
   * Decides one record and, where it is to be published, puts it into the draft.
   * @param said without what was rejected of it
   * @returns null for an episode that is to be placed with the others of the batch
   */
  plan(said: CatalogRecord): Outcome | null {
    this.#rememberBefore(said);
    const reviewed = this.#underReview(said);
    const stored = reviewed === null ? null : this.stored(said);
    if (reviewed === null) return this.#planWhole(said, this.#batch.review);
    return stored === null ? this.#planWhole(said, true) : this.#planBeside(said, stored, reviewed);
  }

  /** Lets wait what waited of an episode that is rejected after all, because of where it would be placed. */
  restore(key: string): void {
    const before = this.#before.get(key);
    if (before?.proposal === undefined) this.#proposals.delete(key);
    else this.#proposals.set(key, before.proposal);
    if (before?.standing) this.superseded.delete(before.standing.id);
  }

  #rememberBefore(said: CatalogRecord): void {
    const key = recordKey(said);
    if (said.type === 'anime' || this.#before.has(key)) return;
    const proposal = this.#proposals.get(key);
    this.#before.set(key, { standing: this.#standing(key), ...(proposal && { proposal }) });
  }

  /** What this key said under review, where an import without review would publish it all the same; else null. */
  #underReview(said: CatalogRecord): CatalogRecord | null {
    const earlier = this.#earlier.get(recordKey(said));
    if (this.#batch.review || !this.#isApproved(said)) return null;
    if (earlier?.reason !== 'review_requested' || this.superseded.has(earlier.id)) return null;
    return this.#proposals.get(recordKey(said))?.record ?? (earlier.record as CatalogRecord);
  }

  /** What was published of a key, in this batch or before. */
  stored(said: CatalogRecord): CatalogRecord | null {
    if (said.type === 'episode') return this.#batch.episodes.stored(said);
    return this.#batch.draft.anime.ofKey(said)?.records.get(keyOf(said)) ?? null;
  }

  /** The record on top of what waits of its key: it is published as a whole or waits as a whole. */
  #planWhole(said: CatalogRecord, review: boolean): Outcome | null {
    const key = recordKey(said);
    const standing = this.#standing(key);
    const waits = this.#proposals.get(key)?.record ?? (standing?.record as CatalogRecord | undefined);
    const record = overlay(waits, said);
    const outcome = this.#planRecord(record, review);
    if (outcome?.kind === 'rejected') return outcome;
    if (outcome?.kind !== 'proposed') this.#settle(said);
    else this.#wait(record, outcome);
    return outcome;
  }

  /** What is published of a record while values of it are under review. */
  #planBeside(said: CatalogRecord, stored: CatalogRecord, reviewed: CatalogRecord): Outcome | null {
    const { open, held, repeats, contradicts } = holdBack(stored, reviewed, said);
    const outcome = this.#planRecord(open, this.#batch.review);
    if (outcome?.kind === 'proposed') return this.#planWhole(said, false);
    if (outcome?.kind === 'rejected') return outcome;
    if (Object.keys(held).length === 0) {
      this.#settle(said);
      return outcome;
    }
    const { type, source, sourceId } = said;
    const record = contradicts ? ({ type, source, sourceId, ...held } as CatalogRecord) : reviewed;
    const waits = { reason: 'review_requested' as const, ...this.#subjectOf(said) };
    this.#wait(record, waits);
    return outcome?.kind === 'unchanged' && repeats ? { kind: 'proposed', ...waits } : outcome;
  }

  #planRecord(record: CatalogRecord, review: boolean): Outcome | null {
    const { draft, episodes, now } = this.#batch;
    const reviewing = this.#isApproved(record) ? (review ? 'review_requested' : null) : 'unapproved_source';
    if (record.type === 'anime') return planAnime(draft, record, reviewing);
    return episodes.plan(record, { reviewing, now, waiting: this.#anime });
  }

  #isApproved({ source }: CatalogRecord): boolean {
    return this.#batch.draft.sources.get(source)?.approved === true;
  }

  /** The anime that a known record is of, with which its proposal is compared; an episode's is known when it is placed. */
  #subjectOf(said: CatalogRecord): Pick<NewProposal, 'candidates' | 'compared'> {
    const anime = said.type === 'anime' ? this.#batch.draft.anime.ofKey(said) : undefined;
    const ids = anime === undefined ? [] : [anime.id];
    return { candidates: ids, compared: ids };
  }

  #wait(record: CatalogRecord, waits: Pick<NewProposal, 'reason' | 'candidates' | 'compared'>): void {
    const key = recordKey(record);
    const standing = this.#standing(key);
    const same = standing !== null && sameRecord(standing.record, record);
    const ids = { id: same ? standing.id : null, replaces: same ? null : (standing?.id ?? null) };
    const { reason, candidates, compared } = waits;
    this.#proposals.set(key, { ...ids, record, reason, candidates, compared });
    if (record.type === 'anime') this.#anime.set(keyOf(record), reason);
  }

  /** The source's word is published, or known: nothing of it waits any more. */
  #settle(said: CatalogRecord): void {
    const key = recordKey(said);
    const standing = this.#standing(key);
    if (standing !== null) this.superseded.add(standing.id);
    this.#proposals.delete(key);
    if (said.type === 'anime') this.#anime.delete(keyOf(said));
  }

  #standing(key: string): StoredProposal | null {
    const earlier = this.#earlier.get(key);
    return earlier !== undefined && !this.superseded.has(earlier.id) ? earlier : null;
  }
}
