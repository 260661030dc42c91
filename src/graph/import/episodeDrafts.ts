import { v7 as uuidv7 } from 'uuid';
import type { CanonicalEpisode } from '../model/canonical.ts';
import type { JoinedEpisode } from '../publication/changes.ts';
import { canonicalEpisode, type PlacedEpisodeRecord, recordsThatCount } from './canonicalEpisode.ts';
import type { EndedEpisode, EpisodeDraft } from './drafts.ts';
import { overlayEpisode } from './overlay.ts';
import { type EpisodeRecord, REVIEW_SOURCE, type RecordKey } from './record.ts';
import { keyOf } from './recordKey.ts';
import type { SourceStandings } from './sourceStandings.ts';
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
  load({ id, revision, stored, releaseAnnounced, records, ended }: StoredEpisode): void {
    if (this.has(id)) return;
    const byKey = new Map(records.map((placed) => [keyOf(placed.record), placed]));
    this.set(id, { id, revision, stored, now: stored, releaseAnnounced, records: byKey, ended });
    for (const key of byKey.keys()) this.#ofKey.set(key, id);
    this.#ofNumber.set(numberKey(stored.animeId, stored.number), id);
  }

  create(): EpisodeDraft {
    return this.#put({ id: uuidv7(), revision: 0, releaseAnnounced: false }, null);
  }

  /** Takes up an episode that has ended; it stands nowhere yet. */
  revive(ended: EndedEpisode, animeId: string): EpisodeDraft {
    this.revived.add(ended.id);
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

  /** Gives an episode its number and, beside what reviewers decided of it, its records; `written` are those that are to be stored. */
  settle(
    episode: EpisodeDraft,
    slot: Slot,
    { records, written }: Record<'records' | 'written', readonly PlacedEpisodeRecord[]>,
  ): void {
    for (const [key, { record }] of episode.records) if (record.source !== REVIEW_SOURCE) episode.records.delete(key);
    for (const placed of records) {
      episode.records.set(keyOf(placed.record), placed);
      this.#ofKey.set(keyOf(placed.record), episode.id);
    }
    episode.now = this.merged([...episode.records.values()], slot);
    this.#ofNumber.set(numberKey(slot.animeId, slot.number), episode.id);
    for (const placed of written) this.#written.putEpisode(placed, episode.id);
  }

  /** The records of an episode have gone to another one: its id leads there from now on. */
  join(left: EpisodeDraft, into: EpisodeDraft, followed: RecordKey | null): void {
    this.forgetNumber(left);
    into.releaseAnnounced ||= left.releaseAnnounced;
    left.now = null;
    if (left.stored === null) this.delete(left.id);
    else this.joined.set(left.id, { into: into.id, followed });
  }

  /** Has the reviewers' record of an episode stored with it. */
  putDecision(episode: EpisodeDraft, placed: PlacedEpisodeRecord): void {
    episode.records.set(keyOf(placed.record), placed);
    if (episode.now !== null) episode.now = this.merged([...episode.records.values()], episode.now);
    this.#written.putEpisode(placed, episode.id);
  }

  /**
   * Moves every record of an episode to its place in the survivor of a merge: the same episode, or the one that has its number
   * there. The number stays as it is; a record that names another is heard at its next import.
   */
  absorb(to: EpisodeDraft, from: EpisodeDraft, animeId: string): void {
    if (to.now === null) throw new Error('an episode that is merged has a canonical value');
    const { number } = to.now;
    for (const { record, batch } of [...from.records.values()]) {
      const decided = record.source === REVIEW_SOURCE;
      const moved = { record: decided ? joinDecisions(to, record) : record, animeId, batch };
      to.records.set(keyOf(moved.record), moved);
      this.#ofKey.set(keyOf(moved.record), to.id);
      this.#written.putEpisode(moved, to.id);
    }
    to.releaseAnnounced ||= from.releaseAnnounced;
    const records = [...to.records.values()];
    to.now = records.length === 0 ? { ...to.now, animeId } : this.merged(records, { animeId, number });
    this.#ofNumber.set(numberKey(animeId, number), to.id);
  }

  #put(
    { id, revision, releaseAnnounced }: Pick<EpisodeDraft, 'id' | 'revision' | 'releaseAnnounced'>,
    stored: CanonicalEpisode | null,
  ): EpisodeDraft {
    const draft: EpisodeDraft = { id, ended: [], revision, records: new Map(), stored, now: null, releaseAnnounced };
    this.set(id, draft);
    return draft;
  }
}

/** A number that no record can have: whatever it comes to is another one (statements/reviveEpisodes). */
const UNPLACED = {
  ...{ number: -1, status: 'scheduled', scheduledAt: null, releasedAt: null, titles: [] },
} as const satisfies Omit<CanonicalEpisode, 'animeId'>;

/** What reviewers decided of the survivor stands before what they decided of the other. */
function joinDecisions(to: EpisodeDraft, decided: EpisodeRecord): EpisodeRecord {
  const own = { type: 'episode' as const, source: REVIEW_SOURCE, sourceId: to.id };
  return overlayEpisode({ ...decided, ...own }, to.records.get(keyOf(own))?.record ?? own);
}

function numberKey(animeId: string, number: number): string {
  return `${animeId}\u0000${number}`;
}
