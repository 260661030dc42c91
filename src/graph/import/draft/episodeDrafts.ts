import { v7 as uuidv7 } from 'uuid';
import type { CanonicalEpisode } from '../../model/canonical.ts';
import type { JoinedEpisode } from '../../publication/changes.ts';
import { overlayEpisode } from '../overlay.ts';
import { type EpisodeRecord, keyOf, RESERVED_SOURCES, type RecordKey, recordKey } from '../record.ts';
import { canonicalEpisode, effectiveRecords } from './canonicalEpisode.ts';
import {
  type EndedEpisode,
  type EpisodeDraft,
  ownRecords,
  type PlacedEpisodeRecord,
  type SourcePriorities,
  sourceRecords,
  type WrittenRecords,
} from './drafts.ts';
import { handMadeEpisode } from './handMade.ts';
import type { StoredEpisode } from './selectDrafts.ts';

type Slot = Pick<CanonicalEpisode, 'animeId' | 'number'>;

/** The episodes that a batch touches, by id, and which of them has which number. */
export class EpisodeDrafts extends Map<string, EpisodeDraft> {
  /** Stored episodes that all their records have left. */
  readonly joined = new Map<string, JoinedEpisode>();
  /** Ids of ended episodes that return. */
  readonly revived = new Set<string>();
  /** Ended episodes whose ids lead to another episode than before. */
  readonly redirected = new Map<string, string>();
  readonly #sources: SourcePriorities;
  readonly #written: WrittenRecords;
  readonly #ofKey = new Map<string, string>();
  readonly #ofNumber = new Map<string, string>();

  constructor(sources: SourcePriorities, written: WrittenRecords) {
    super();
    this.#sources = sources;
    this.#written = written;
  }

  ofKey(key: RecordKey): EpisodeDraft | undefined {
    return this.get(this.#ofKey.get(keyOf(key)) ?? '');
  }

  ofNumber(animeId: string, number: number): EpisodeDraft | undefined {
    return this.get(this.#ofNumber.get(slotKey({ animeId, number })) ?? '');
  }

  /** Adds an episode as stored. A second call for the same one is ignored, so that the draft's own changes are kept. */
  load({ records, ended, ...episode }: StoredEpisode): void {
    const { id, stored, announcedItself } = episode;
    if (this.has(id)) return;
    const byKey = new Map(records.map((placed) => [keyOf(placed.record), placed]));
    const wasAnnounced = announcedItself || ended.some((it) => it.announcedItself);
    this.set(id, { ...episode, now: stored, wasAnnounced, records: byKey, ended: [...ended] });
    for (const key of byKey.keys()) this.#ofKey.set(key, id);
    this.#ofNumber.set(slotKey(stored), id);
  }

  create(): EpisodeDraft {
    return this.#add({ id: uuidv7(), revision: 0, announcedItself: false, own: [] }, null);
  }

  /** Adds an ended episode whose id led to `host`; it has no number yet. */
  revive(ended: EndedEpisode, host: EpisodeDraft, animeId: string): EpisodeDraft {
    this.revived.add(ended.id);
    host.ended.splice(host.ended.indexOf(ended), 1);
    // A number that no record can have, so that any other is a change (endedEpisodes.ts).
    const unplaced = { animeId, number: -1, scheduledAt: null, releasedAt: null, titles: [] };
    return this.#add(ended, { ...unplaced, status: 'scheduled' });
  }

  /** The value that these records give the episode with this number. */
  merged(records: readonly PlacedEpisodeRecord[], { animeId, number }: Slot): CanonicalEpisode {
    const sorted = this.#sources.sort(records, ({ record }) => record);
    return { ...canonicalEpisode(effectiveRecords(sorted)), animeId, number };
  }

  /** Frees the number of an episode for another one. */
  forgetNumber({ id, now }: EpisodeDraft): void {
    if (now !== null && this.#ofNumber.get(slotKey(now)) === id) this.#ofNumber.delete(slotKey(now));
  }

  /** Called before the first record of an episode that was made by hand, or the first decision, replaces its value. */
  keepHandMade(episode: EpisodeDraft): void {
    const { id, records, stored, now } = episode;
    if (stored === null || now === null || records.size > 0) return;
    this.#put(episode, { record: handMadeEpisode(id, now), animeId: now.animeId, batch: null });
  }

  /** Gives an episode its number and the source records that it has from now on; `written` are those to be stored. */
  settle(
    episode: EpisodeDraft,
    slot: Slot,
    { records, written }: Record<'records' | 'written', readonly PlacedEpisodeRecord[]>,
  ): void {
    for (const { record } of sourceRecords(episode)) episode.records.delete(keyOf(record));
    for (const own of ownRecords(episode)) {
      if (own.animeId !== slot.animeId) this.#put(episode, { ...own, animeId: slot.animeId });
    }
    for (const placed of records) {
      episode.records.set(keyOf(placed.record), placed);
      this.#ofKey.set(keyOf(placed.record), episode.id);
    }
    episode.now = this.merged([...episode.records.values()], slot);
    this.#ofNumber.set(slotKey(slot), episode.id);
    for (const placed of written) this.#written.put({ ...placed, episodeId: episode.id });
  }

  /** Ends an episode whose records have gone to another one: its id leads there from now on. */
  join(left: EpisodeDraft, into: EpisodeDraft): void {
    this.forgetNumber(left);
    left.now = null;
    if (left.stored === null) {
      this.delete(left.id);
      return;
    }
    const followed = this.leaderOf(left);
    const { id, revision, announcedItself } = left;
    this.joined.set(id, { into: into.id, followed });
    into.ended.push({ id, revision, announcedItself, followed, own: ownRecords(left) });
  }

  /** Lets the id of an ended episode lead to `to` instead of `from`. */
  redirect(ended: EndedEpisode, from: EpisodeDraft, to: EpisodeDraft): void {
    if (from === to) return;
    from.ended.splice(from.ended.indexOf(ended), 1);
    to.ended.push(ended);
    this.redirected.set(ended.id, to.id);
  }

  /** The record that an episode's id follows; null for an episode without source records. */
  leaderOf(episode: EpisodeDraft): EpisodeRecord | null {
    const [leader] = this.sortLeaders(episode, sourceRecords(episode), ({ record }) => record);
    return leader?.record ?? null;
  }

  /**
   * Sorts records of an episode, or their holders, by which the episode's id follows first: by descending priority, of
   * one source the oldest. Records of ended episodes, which may return with them, come last.
   */
  sortLeaders<T>({ ended, records }: EpisodeDraft, items: readonly T[], recordOf: (item: T) => EpisodeRecord): T[] {
    const guests = new Set(ended.flatMap(({ followed }) => (followed === null ? [] : keyOf(followed))));
    const isGuest = (item: T) => Number(guests.has(keyOf(recordOf(item))));
    const since = (item: T) => records.get(keyOf(recordOf(item)))?.batch ?? Number.MAX_SAFE_INTEGER;
    return this.#sources
      .sort(items, recordOf)
      .sort((a, b) => isGuest(a) - isGuest(b) || (recordOf(a).source === recordOf(b).source ? since(a) - since(b) : 0));
  }

  /** Replaces the reviewers' record of an episode. */
  putDecision(episode: EpisodeDraft, placed: PlacedEpisodeRecord): void {
    this.keepHandMade(episode);
    this.#put(episode, placed);
    if (episode.now !== null) episode.now = this.merged([...episode.records.values()], episode.now);
  }

  /**
   * Moves every record of an episode to the survivor of a merge of anime: to the same episode, or to the one with its
   * number there. The number stays; a record that names another takes effect at its next import.
   */
  absorb(to: EpisodeDraft, from: EpisodeDraft, animeId: string): void {
    if (to.now === null) throw new Error('an episode that is merged has a canonical value');
    const slot = { animeId, number: to.now.number };
    if (to !== from && to.records.size + from.records.size > 0) for (const it of [to, from]) this.keepHandMade(it);
    const moving = [...from.records.values()];
    if (to !== from) {
      this.join(from, to);
      for (const ended of [...from.ended]) this.redirect(ended, from, to);
    }
    for (const placed of moving) {
      const { record } = placed;
      // Own records are kept under the survivor's id.
      this.#written.delete(recordKey(record));
      const moved = RESERVED_SOURCES.has(record.source) ? joinOwn(to, record) : record;
      this.#put(to, { ...placed, record: moved, animeId });
    }
    to.now = to.records.size === 0 ? { ...to.now, animeId } : this.merged([...to.records.values()], slot);
    this.#ofNumber.set(slotKey(slot), to.id);
  }

  #add({ own, id, revision, announcedItself }: Omit<EndedEpisode, 'followed'>, stored: CanonicalEpisode | null) {
    const records = new Map(own.map((placed) => [keyOf(placed.record), placed]));
    const state = { stored, now: null, announcedItself, wasAnnounced: announcedItself };
    const draft: EpisodeDraft = { id, ended: [], revision, records, ...state };
    this.set(id, draft);
    return draft;
  }

  #put(episode: EpisodeDraft, placed: PlacedEpisodeRecord): void {
    episode.records.set(keyOf(placed.record), placed);
    this.#ofKey.set(keyOf(placed.record), episode.id);
    this.#written.put({ ...placed, episodeId: episode.id });
  }
}

/** The survivor's decisions, or its hand-made values, outrank those of the other episode. */
function joinOwn(to: EpisodeDraft, record: EpisodeRecord): EpisodeRecord {
  const own = { type: 'episode' as const, source: record.source, sourceId: to.id };
  return overlayEpisode({ ...record, ...own }, to.records.get(keyOf(own))?.record ?? own);
}

function slotKey({ animeId, number }: Slot): string {
  return `${animeId}\u0000${number}`;
}
