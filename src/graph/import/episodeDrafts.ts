import { v7 as uuidv7 } from 'uuid';
import type { CanonicalEpisode } from '../model/canonical.ts';
import type { JoinedEpisode } from '../publication/changes.ts';
import { canonicalEpisode, type PlacedEpisodeRecord, recordsThatCount } from './canonicalEpisode.ts';
import type { EndedEpisode, EpisodeDraft } from './drafts.ts';
import { handMadeEpisode } from './handMadeEpisode.ts';
import { overlayEpisode } from './overlay.ts';
import { type EpisodeRecord, RESERVED_SOURCES, type RecordKey } from './record.ts';
import { keyOf, recordKey } from './recordKey.ts';
import type { SourceStandings } from './sourceStandings.ts';
import { ownRecords, statedRecords } from './statedRecords.ts';
import type { StoredEpisode } from './statements/selectEpisodeDrafts.ts';
import type { WrittenRecords } from './writtenRecords.ts';

/** Where an episode stands. */
type Slot = Pick<CanonicalEpisode, 'animeId' | 'number'>;

/** The episodes that a batch touches, by id, and which of them stands at which number. */
export class EpisodeDrafts extends Map<string, EpisodeDraft> {
  /** Stored episodes that all their records have left. */
  readonly joined = new Map<string, JoinedEpisode>();
  /** Ids of episodes that had ended and return. */
  readonly revived = new Set<string>();
  /** Where ids of episodes that had ended lead from now on. */
  readonly redirected = new Map<string, string>();
  readonly #sources: SourceStandings;
  readonly #written: WrittenRecords;
  readonly #ofKey = new Map<string, string>();
  readonly #ofNumber = new Map<string, string>();

  constructor(sources: SourceStandings, written: WrittenRecords) {
    super();
    this.#sources = sources;
    this.#written = written;
  }

  ofKey(key: RecordKey): EpisodeDraft | undefined {
    return this.get(this.#ofKey.get(keyOf(key)) ?? '');
  }

  ofNumber(animeId: string, number: number): EpisodeDraft | undefined {
    return this.get(this.#ofNumber.get(numberKey(animeId, number)) ?? '');
  }

  /** Takes up an episode as stored. Later calls for the same one are ignored: the draft's own changes stand. */
  load({ records, ended, ...episode }: StoredEpisode): void {
    const { id, stored, announcedItself } = episode;
    if (this.has(id)) return;
    const byKey = new Map(records.map((placed) => [keyOf(placed.record), placed]));
    const wasAnnounced = announcedItself || ended.some((it) => it.announcedItself);
    this.set(id, { ...episode, now: stored, wasAnnounced, records: byKey, ended: [...ended] });
    for (const key of byKey.keys()) this.#ofKey.set(key, id);
    this.#ofNumber.set(numberKey(stored.animeId, stored.number), id);
  }

  create(): EpisodeDraft {
    return this.#put({ id: uuidv7(), revision: 0, announcedItself: false, own: [] }, null);
  }

  /** Takes up an episode whose id has led to `host`; it stands nowhere yet. */
  revive(ended: EndedEpisode, host: EpisodeDraft, animeId: string): EpisodeDraft {
    this.revived.add(ended.id);
    host.ended.splice(host.ended.indexOf(ended), 1);
    return this.#put(ended, { ...UNPLACED, animeId });
  }

  /** What these records make of the episode that has this number. */
  merged(records: readonly PlacedEpisodeRecord[], { animeId, number }: Slot): CanonicalEpisode {
    const believed = this.#sources.inOrderOfBelief([...records], ({ record }) => record);
    return { ...canonicalEpisode(recordsThatCount(believed)), animeId, number };
  }

  /** Makes room for another episode at its number. */
  forgetNumber({ id, now }: EpisodeDraft): void {
    const slot = now === null ? '' : numberKey(now.animeId, now.number);
    if (this.#ofNumber.get(slot) === id) this.#ofNumber.delete(slot);
  }

  /** Before the first record of an episode that was made by hand, or the first decision, makes it anew. */
  keepHandMade(episode: EpisodeDraft): void {
    const { id, records, stored, now } = episode;
    if (stored === null || now === null || records.size > 0) return;
    this.#putOwn(episode, { record: handMadeEpisode(id, now), animeId: now.animeId, batch: null });
  }

  /** Gives an episode its number and, beside what is its own, its records; `written` are those that are to be stored. */
  settle(
    episode: EpisodeDraft,
    slot: Slot,
    { records, written }: Record<'records' | 'written', readonly PlacedEpisodeRecord[]>,
  ): void {
    for (const placed of statedRecords(episode)) episode.records.delete(keyOf(placed.record));
    for (const own of ownRecords(episode)) {
      if (own.animeId !== slot.animeId) this.#putOwn(episode, { ...own, animeId: slot.animeId });
    }
    for (const placed of records) {
      episode.records.set(keyOf(placed.record), placed);
      this.#ofKey.set(keyOf(placed.record), episode.id);
    }
    episode.now = this.merged([...episode.records.values()], slot);
    this.#ofNumber.set(numberKey(slot.animeId, slot.number), episode.id);
    for (const placed of written) this.#written.putEpisode(placed, episode.id);
  }

  /** The records of an episode have gone to another one: its id leads there from now on. */
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

  /** Lets the id of an episode that had ended lead from one that it has led to to another. */
  redirect(ended: EndedEpisode, from: EpisodeDraft, to: EpisodeDraft): void {
    if (from === to) return;
    from.ended.splice(from.ended.indexOf(ended), 1);
    to.ended.push(ended);
    this.redirected.set(ended.id, to.id);
  }

  /** The record that an episode's id follows; null where no source tells of it. */
  leaderOf(episode: EpisodeDraft): EpisodeRecord | null {
    const [leader] = this.inOrderOfClaim(episode, statedRecords(episode), ({ record }) => record);
    return leader?.record ?? null;
  }

  /**
   * Records of an episode, or what has them, whichever its id follows first: those of ended episodes that may return come last, then it is
   * the most believed, of one source the one that was there first.
   */
  inOrderOfClaim<T>({ ended, records }: EpisodeDraft, items: readonly T[], recordOf: (item: T) => EpisodeRecord): T[] {
    const guests = new Set(ended.flatMap(({ followed }) => (followed === null ? [] : keyOf(followed))));
    const isGuest = (item: T) => Number(guests.has(keyOf(recordOf(item))));
    const since = (item: T) => records.get(keyOf(recordOf(item)))?.batch ?? Number.MAX_SAFE_INTEGER;
    return this.#sources
      .inOrderOfBelief(items, recordOf)
      .sort((a, b) => isGuest(a) - isGuest(b) || (recordOf(a).source === recordOf(b).source ? since(a) - since(b) : 0));
  }

  /** Has the reviewers' record of an episode stored with it. */
  putDecision(episode: EpisodeDraft, placed: PlacedEpisodeRecord): void {
    this.keepHandMade(episode);
    this.#putOwn(episode, placed);
    if (episode.now !== null) episode.now = this.merged([...episode.records.values()], episode.now);
  }

  /**
   * Moves every record of an episode to its place in the survivor of a merge: the same episode, or the one that has its number
   * there. The number stays as it is; a record that names another is heard at its next import.
   */
  absorb(to: EpisodeDraft, from: EpisodeDraft, animeId: string): void {
    if (to.now === null) throw new Error('an episode that is merged has a canonical value');
    const { number } = to.now;
    if (to !== from && to.records.size + from.records.size > 0) for (const it of [to, from]) this.keepHandMade(it);
    const moving = [...from.records.values()];
    if (to !== from) {
      this.join(from, to);
      for (const ended of [...from.ended]) this.redirect(ended, from, to);
    }
    for (const { record, batch } of moving) {
      const moved = { record: RESERVED_SOURCES.has(record.source) ? joinOwn(to, record) : record, animeId, batch };
      // What was its own is the survivor's.
      this.#written.delete(recordKey(record));
      to.records.set(keyOf(moved.record), moved);
      this.#ofKey.set(keyOf(moved.record), to.id);
      this.#written.putEpisode(moved, to.id);
    }
    const records = [...to.records.values()];
    to.now = records.length === 0 ? { ...to.now, animeId } : this.merged(records, { animeId, number });
    this.#ofNumber.set(numberKey(animeId, number), to.id);
  }

  #put({ own, ...episode }: Omit<EndedEpisode, 'followed'>, stored: CanonicalEpisode | null): EpisodeDraft {
    const { id, revision, announcedItself } = episode;
    const records = new Map(own.map((placed) => [keyOf(placed.record), placed]));
    const state = { stored, now: null, announcedItself, wasAnnounced: announcedItself };
    const draft: EpisodeDraft = { id, ended: [], revision, records, ...state };
    this.set(id, draft);
    return draft;
  }

  #putOwn(episode: EpisodeDraft, placed: PlacedEpisodeRecord): void {
    episode.records.set(keyOf(placed.record), placed);
    this.#written.putEpisode(placed, episode.id);
  }
}

/** A number that no record can have: whatever it comes to is another one (statements/reviveEpisodes). */
const UNPLACED = {
  ...{ number: -1, status: 'scheduled', scheduledAt: null, releasedAt: null, titles: [] },
} as const satisfies Omit<CanonicalEpisode, 'animeId'>;

/** What reviewers decided of the survivor, or what was made by hand, stands before that of the other. */
function joinOwn(to: EpisodeDraft, record: EpisodeRecord): EpisodeRecord {
  const own = { type: 'episode' as const, source: record.source, sourceId: to.id };
  return overlayEpisode({ ...record, ...own }, to.records.get(keyOf(own))?.record ?? own);
}

function numberKey(animeId: string, number: number): string {
  return `${animeId}\u0000${number}`;
}
