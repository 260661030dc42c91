import type { ProposalReason } from '../model/vocabulary.ts';
import { type CatalogDraft, keyOf } from './catalogDraft.ts';
import { holdBack } from './holdBack.ts';
import { mergeAnimeRecord, mergeEpisodeRecord, sameRecord } from './mergeRecord.ts';
import { type Outcome, planRecord } from './planRecord.ts';
import type { CatalogRecord } from './record.ts';
import type { ProposalDraft } from './saveProposals.ts';
import type { StoredMatches } from './statements/selectRecords.ts';

type StoredProposal = StoredMatches['proposals'][number];

interface BatchSettings {
  readonly review: boolean;
  readonly now: Date;
}

/**
 * The records of a batch beside those that wait for a reviewer or were rejected by one. A proposal says what its source says now, or
 * it is superseded; what it holds is published by nobody but the reviewer; and a rejected record does not come up again until its
 * source says something else.
 */
export class WaitingRecords {
  /** Records that wait after the batch, by recordKey. */
  readonly proposals = new Map<string, ProposalDraft>();
  /** Pending proposals that no longer say what their source says, and that no other replaces. */
  readonly superseded = new Set<string>();
  readonly #draft: CatalogDraft;
  readonly #earlier: ReadonlyMap<string, StoredProposal>;
  readonly #whole: ReadonlyMap<string, CatalogRecord>;
  readonly #settings: BatchSettings;
  /** Why anime wait, by keyOf: their episodes wait with them. */
  readonly #anime = new Map<string, ProposalReason>();

  /** @param whole what each key says in the batch as a whole, by recordKey */
  constructor(
    draft: CatalogDraft,
    proposals: readonly StoredProposal[],
    whole: ReadonlyMap<string, CatalogRecord>,
    settings: BatchSettings,
  ) {
    this.#draft = draft;
    this.#earlier = new Map(proposals.map((proposal) => [recordKey(proposal), proposal]));
    this.#whole = whole;
    this.#settings = settings;
    for (const proposal of this.#earlier.values()) {
      if (proposal.type === 'anime' && proposal.status === 'pending') this.#anime.set(keyOf(proposal), proposal.reason);
    }
  }

  /** Decides one record and, where it is to be published, puts it into the draft. */
  plan(said: CatalogRecord): Outcome {
    const reviewed = this.#underReview(said);
    const stored = reviewed === null ? null : this.#stored(said);
    if (reviewed === null) return this.#planWhole(said, this.#settings.review);
    if (stored !== null) return this.#planBeside(said, stored, reviewed);
    if (this.#isRejected(said)) return { kind: 'unchanged' };
    return this.#planWhole(said, true);
  }

  /** What this key said under review, where an import without review would publish it all the same; else null. */
  #underReview(said: CatalogRecord): CatalogRecord | null {
    const earlier = this.#earlier.get(recordKey(said));
    if (this.#settings.review || this.#draft.sources.get(said.source)?.approved !== true) return null;
    if (earlier?.reason !== 'review_requested' || this.superseded.has(earlier.id)) return null;
    return this.proposals.get(recordKey(said))?.record ?? (earlier.record as CatalogRecord);
  }

  #stored(said: CatalogRecord): CatalogRecord | null {
    if (said.type === 'anime') return this.#draft.animeOfKey(said)?.records.get(keyOf(said)) ?? null;
    return this.#draft.episodeOfKey(said)?.records.get(keyOf(said))?.record ?? null;
  }

  /** The record on top of what waits of its key: it is published as a whole or waits as a whole. */
  #planWhole(said: CatalogRecord, review: boolean): Outcome {
    const key = recordKey(said);
    const standing = this.#standing(key);
    const waits = this.proposals.get(key)?.record ?? (standing?.record as CatalogRecord | undefined);
    const rejected = this.#isRejected(said);
    // The lines of a key were rejected together.
    const record = rejected ? (this.#whole.get(key) ?? said) : overlaid(waits, said);
    const outcome = planRecord(this.#draft, record, { ...this.#settings, review, waiting: this.#anime });
    if (outcome.kind === 'rejected') return outcome;
    if (outcome.kind !== 'proposed') this.#settle(said);
    else if (rejected) return { kind: 'unchanged' };
    else this.#wait(record, outcome);
    return outcome;
  }

  /** What is published of a record while values of it are under review, or were rejected. */
  #planBeside(said: CatalogRecord, stored: CatalogRecord, reviewed: CatalogRecord): Outcome {
    const { open, held, repeats, contradicts } = holdBack(stored, reviewed, said);
    const outcome = planRecord(this.#draft, open, { ...this.#settings, waiting: this.#anime });
    if (outcome.kind === 'proposed') return this.#planWhole(said, false);
    if (outcome.kind === 'rejected' || this.#earlier.get(recordKey(said))?.status === 'rejected') return outcome;
    if (Object.keys(held).length === 0) {
      this.#settle(said);
      return outcome;
    }
    const { type, source, sourceId } = said;
    const record = contradicts ? ({ type, source, sourceId, ...held } as CatalogRecord) : reviewed;
    const waits = { reason: 'review_requested' as const, ...this.#subjectOf(said) };
    this.#wait(record, waits);
    return outcome.kind === 'unchanged' && repeats ? { kind: 'proposed', ...waits } : outcome;
  }

  /** The anime that a known record is of, and what its proposal is compared with. */
  #subjectOf(said: CatalogRecord): Pick<ProposalDraft, 'candidates' | 'compared'> {
    const anime = said.type === 'anime' ? this.#draft.animeOfKey(said) : undefined;
    if (anime !== undefined) return { candidates: [anime.id], compared: [anime.id] };
    const episode = this.#draft.episodeOfKey(said);
    return { candidates: [episode?.now?.animeId ?? []].flat(), compared: [episode?.id ?? []].flat() };
  }

  #wait(record: CatalogRecord, waits: Pick<ProposalDraft, 'reason' | 'candidates' | 'compared'>): void {
    const key = recordKey(record);
    const standing = this.#standing(key);
    const same = standing !== null && sameRecord(standing.record, record);
    const ids = { id: same ? standing.id : null, replaces: same ? null : (standing?.id ?? null) };
    const { reason, candidates, compared } = waits;
    this.proposals.set(key, { ...ids, record, reason, candidates, compared });
    if (record.type === 'anime') this.#anime.set(keyOf(record), reason);
  }

  /** The source's word is published, or known: nothing of it waits any more. */
  #settle(said: CatalogRecord): void {
    const key = recordKey(said);
    const standing = this.#standing(key);
    if (standing !== null) this.superseded.add(standing.id);
    this.proposals.delete(key);
    if (said.type === 'anime') this.#anime.delete(keyOf(said));
  }

  #standing(key: string): StoredProposal | null {
    const earlier = this.#earlier.get(key);
    return earlier?.status === 'pending' && !this.superseded.has(earlier.id) ? earlier : null;
  }

  #isRejected(said: CatalogRecord): boolean {
    const earlier = this.#earlier.get(recordKey(said));
    return earlier?.status === 'rejected' && sameRecord(earlier.record, this.#whole.get(recordKey(said)));
  }
}

/** What a source said, overlaid with what it says now: absent is as before. */
export function overlaid(before: CatalogRecord | undefined, said: CatalogRecord): CatalogRecord {
  if (before === undefined) return said;
  if (said.type === 'anime') return before.type === 'anime' ? mergeAnimeRecord(before, said) : said;
  return before.type === 'episode' ? mergeEpisodeRecord(before, said) : said;
}

/** The key of a record among all types. */
export function recordKey(record: Pick<CatalogRecord, 'type' | 'source' | 'sourceId'>): string {
  return `${record.type}\u0000${keyOf(record)}`;
}
