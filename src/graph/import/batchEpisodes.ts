import { groupBy } from '../reading/groupBy.ts';
import { type PlacedEpisodeRecord, recordsThatCount, saidBy } from './canonicalEpisode.ts';
import type { CatalogDraft } from './catalogDraft.ts';
import type { EpisodeDraft } from './drafts.ts';
import { tellsOf } from './episodeGroups.ts';
import { type Outcome, rejected } from './outcome.ts';
import { placeEpisodes } from './placeEpisodes.ts';
import { type EpisodeSettings, planEpisode } from './planEpisode.ts';
import type { EpisodeRecord } from './record.ts';
import { keyOf, recordKey } from './recordKey.ts';
import { statedRecords } from './statedRecords.ts';

/** The episodes of a batch: judged one by one, placed all at once, because a number is free when its holder moves away in the batch. */
export class BatchEpisodes {
  readonly #draft: CatalogDraft;
  /** In the order of the lines. */
  readonly #placed: PlacedEpisodeRecord[] = [];
  /** What this batch says last of an episode, by its key. */
  readonly #latest = new Map<string, PlacedEpisodeRecord>();
  /** Records that it says again as they are stored, by their key. */
  readonly #repeated = new Map<string, PlacedEpisodeRecord>();
  /** Keys of records that were said again and count anew. */
  readonly renewed = new Set<string>();
  /** Where episodes that wait would go, by their key. */
  readonly #waiting = new Map<string, PlacedEpisodeRecord>();

  constructor(draft: CatalogDraft) {
    this.#draft = draft;
  }

  /** What its source said last of an episode and what was published, in this batch or before. */
  stored(record: EpisodeRecord): EpisodeRecord | null {
    const placed =
      this.#latest.get(keyOf(record)) ?? this.#draft.episodes.ofKey(record)?.records.get(keyOf(record)) ?? null;
    return placed?.record ?? null;
  }

  /** @returns null for an episode that is to be placed: its outcome is the next of `place` */
  plan(record: EpisodeRecord, settings: EpisodeSettings): Outcome | null {
    const plan = planEpisode(this.#draft, this.stored(record), record, settings);
    if (plan.kind === 'waits') {
      if (plan.placed !== null) this.#waiting.set(keyOf(record), plan.placed);
      return { kind: 'proposed', reason: plan.reason, candidates: [], compared: [] };
    }
    if (plan.kind === 'unchanged' && settings.reviewing === null) this.#repeat(record);
    if (plan.kind !== 'placed') return plan;
    this.#placed.push(plan.placed);
    this.#latest.set(keyOf(record), plan.placed);
    return null;
  }

  /** Where the batch's episodes go, or would: who stands there is to be loaded before they are placed. */
  get destinations(): readonly PlacedEpisodeRecord[] {
    return [...this.#placed, ...this.#waiting.values()];
  }

  /** Puts them into the draft. @returns the outcomes of those for which plan gave null, in order */
  place(): Outcome[] {
    const taken = this.#placed.map((placed) => this.#isTaken(placed));
    const renewed = this.#renewed();
    const kinds = placeEpisodes(this.#draft, [...renewed, ...this.#placed.filter((_, index) => !taken[index])]);
    for (const { record } of renewed) if (kinds.shift() === 'updated') this.renewed.add(recordKey(record));
    return this.#placed.map(({ record }, index) =>
      taken[index]
        ? rejected('/number', `number ${record.number} belongs to another episode of this anime`)
        : { kind: kinds.shift() ?? 'unchanged' },
    );
  }

  /** Which anime and episode a record that waits is of, as far as they are there. */
  subjectOf(record: EpisodeRecord): { readonly candidates: readonly string[]; readonly compared: readonly string[] } {
    const waiting = this.#waiting.get(keyOf(record));
    const episode =
      this.#draft.episodes.ofKey(record) ??
      (waiting && this.#draft.episodes.ofNumber(waiting.animeId, waiting.record.number ?? 0));
    const animeId = waiting?.animeId ?? episode?.now?.animeId;
    return { candidates: animeId === undefined ? [] : [animeId], compared: episode === undefined ? [] : [episode.id] };
  }

  /**
   * A source may number the episodes of an anime anew as it likes. But a record that it moves there from another anime is no news of
   * the one that it has at that number: one of both is wrong.
   */
  #isTaken({ record, animeId }: PlacedEpisodeRecord): boolean {
    const home = this.#draft.episodes.ofKey(record)?.now;
    const holder = this.#draft.episodes.ofNumber(animeId, record.number ?? 0);
    if (!home || home.animeId === animeId || holder === undefined) return false;
    return tellsOf(record, holder) && !this.#isSaid(holder);
  }

  #repeat(record: EpisodeRecord): void {
    const stored = this.#draft.episodes.ofKey(record)?.records.get(keyOf(record));
    if (stored !== undefined && !this.#latest.has(keyOf(record))) {
      this.#repeated.set(keyOf(record), { ...stored, batch: null });
    }
  }

  /**
   * Records that are said again, that did not count and do now: of those of one source that name one number the later counts, of those
   * that this batch names together the first by its id.
   */
  #renewed(): PlacedEpisodeRecord[] {
    const placed = groupBy([...this.#latest.values()], claimOf);
    return [...this.#repeated.values()].filter((again) => {
      const key = keyOf(again.record);
      const home = this.#draft.episodes.ofKey(again.record);
      if (home === undefined || this.#latest.has(key)) return false;
      const stored = statedRecords(home).filter((it) => !this.#latest.has(keyOf(it.record)));
      const rivals = [...stored, ...(placed.get(claimOf(again)) ?? [])].filter((it) => claimOf(it) === claimOf(again));
      const counts = (records: readonly PlacedEpisodeRecord[]) =>
        recordsThatCount(this.#draft.sources.inOrderOfBelief(records, ({ record }) => record)).some(
          ({ record }) => keyOf(record) === key,
        );
      return !counts(rivals) && counts(rivals.map((it) => this.#repeated.get(keyOf(it.record)) ?? it));
    });
  }

  #isSaid(episode: EpisodeDraft): boolean {
    return statedRecords(episode).some(({ record }) => this.#latest.has(keyOf(record)));
  }
}

/** Of the records that claim a number in the same words one counts. */
function claimOf({ record, animeId }: PlacedEpisodeRecord): string {
  return `${animeId}\u0000${record.number}\u0000${saidBy(record)}`;
}
