import { groupBy } from '../../reading/groupBy.ts';
import { effectiveRecords, originOf } from '../draft/canonicalEpisode.ts';
import type { CatalogDraft } from '../draft/catalogDraft.ts';
import { type PlacedEpisodeRecord, sourceRecords } from '../draft/drafts.ts';
import { type Outcome, rejected } from '../outcome.ts';
import { type EpisodeRecord, keyOf, recordKey } from '../record.ts';
import { hasOtherRecordOf } from './episodeGroups.ts';
import { placeEpisodes } from './placeEpisodes.ts';
import { type EpisodeSettings, planEpisode } from './planEpisode.ts';

/**
 * The episodes of a batch: judged one by one, placed all at once, because a number is free when its holder moves away
 * in the batch.
 */
export class BatchEpisodes {
  readonly #draft: CatalogDraft;
  /** In the order of the lines. */
  readonly #placed: PlacedEpisodeRecord[] = [];
  /** The last one of each key. */
  readonly #latest = new Map<string, PlacedEpisodeRecord>();
  /** Records that the batch repeats as they are stored, by key. */
  readonly #repeated = new Map<string, PlacedEpisodeRecord>();
  /** Where pending records would go, by key. */
  readonly #waiting = new Map<string, PlacedEpisodeRecord>();
  /** Keys (recordKey) of repeated records that take effect again. */
  readonly renewed = new Set<string>();

  constructor(draft: CatalogDraft) {
    this.#draft = draft;
  }

  /** A source's published record, of this batch or before. */
  stored(record: EpisodeRecord): PlacedEpisodeRecord | null {
    const key = keyOf(record);
    return this.#latest.get(key) ?? this.#draft.episodes.ofKey(record)?.records.get(key) ?? null;
  }

  /** @returns null for an episode that is to be placed: its outcome is the next of `place` */
  plan(record: EpisodeRecord, settings: EpisodeSettings): Outcome | null {
    const key = keyOf(record);
    const plan = planEpisode(this.#draft, this.stored(record), record, settings);
    if (plan.kind === 'waits') {
      if (plan.placed !== null) this.#waiting.set(key, plan.placed);
      return { kind: 'proposed', reason: plan.reason, candidates: [], compared: [] };
    }
    if (plan.kind === 'unchanged' && settings.reviewing === null && !this.#latest.has(key)) {
      const stored = this.#draft.episodes.ofKey(record)?.records.get(key);
      if (stored !== undefined) this.#repeated.set(key, { ...stored, batch: null });
    }
    if (plan.kind !== 'placed') return plan;
    this.#placed.push(plan.placed);
    this.#latest.set(key, plan.placed);
    return null;
  }

  /** Where the batch's episodes go or would go: the holders of these numbers must be loaded before `place`. */
  get destinations(): readonly PlacedEpisodeRecord[] {
    return [...this.#placed, ...this.#waiting.values()];
  }

  /** Puts them into the draft. @returns the outcomes of those for which plan returned null, in order */
  place(): Outcome[] {
    const taken = this.#placed.map((placed) => this.#isTaken(placed));
    const renewed = this.#findRenewed();
    const kinds = placeEpisodes(this.#draft, [...renewed, ...this.#placed.filter((_, index) => !taken[index])]);
    for (const { record } of renewed) if (kinds.shift() === 'updated') this.renewed.add(recordKey(record));
    return this.#placed.map(({ record }, index) =>
      taken[index]
        ? rejected('/number', `number ${record.number} belongs to another episode of this anime`)
        : { kind: kinds.shift() ?? 'unchanged' },
    );
  }

  /** The anime and episode of a pending record, as far as they exist. */
  subjectOf(record: EpisodeRecord): { readonly candidates: readonly string[]; readonly compared: readonly string[] } {
    const waiting = this.#waiting.get(keyOf(record));
    const episode =
      this.#draft.episodes.ofKey(record) ??
      (waiting && this.#draft.episodes.ofNumber(waiting.animeId, waiting.record.number ?? 0));
    const animeId = waiting?.animeId ?? episode?.now?.animeId;
    return { candidates: animeId === undefined ? [] : [animeId], compared: episode === undefined ? [] : [episode.id] };
  }

  /**
   * Whether a record would come from another anime to a number for which its source has another record, which the batch
   * leaves alone: one of the two is wrong. Within an anime a source may renumber its episodes as it likes.
   */
  #isTaken({ record, animeId }: PlacedEpisodeRecord): boolean {
    const home = this.#draft.episodes.ofKey(record)?.now;
    const holder = this.#draft.episodes.ofNumber(animeId, record.number ?? 0);
    if (!home || home.animeId === animeId || holder === undefined) return false;
    const isStated = sourceRecords(holder).some((it) => this.#latest.has(keyOf(it.record)));
    return hasOtherRecordOf(record, holder) && !isStated;
  }

  /**
   * Repeated records that take effect again: of the records of one origin with one number the latest counts, of those
   * in this batch the first by id.
   */
  #findRenewed(): PlacedEpisodeRecord[] {
    const placed = groupBy([...this.#latest.values()], rivalryOf);
    return [...this.#repeated.values()].filter((repeated) => {
      const key = keyOf(repeated.record);
      const home = this.#draft.episodes.ofKey(repeated.record);
      if (home === undefined || this.#latest.has(key)) return false;
      const stored = sourceRecords(home).filter((it) => !this.#latest.has(keyOf(it.record)));
      const rivals = [...stored, ...(placed.get(rivalryOf(repeated)) ?? [])].filter(
        (it) => rivalryOf(it) === rivalryOf(repeated),
      );
      const counts = (records: readonly PlacedEpisodeRecord[]) =>
        effectiveRecords(this.#draft.sources.sort(records, ({ record }) => record)).some(
          ({ record }) => keyOf(record) === key,
        );
      return !counts(rivals) && counts(rivals.map((it) => this.#repeated.get(keyOf(it.record)) ?? it));
    });
  }
}

/** Of the records of one origin that name one number of one anime, one counts. */
function rivalryOf({ record, animeId }: PlacedEpisodeRecord): string {
  return `${animeId}\u0000${record.number}\u0000${originOf(record)}`;
}
