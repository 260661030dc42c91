import { v7 as uuidv7 } from 'uuid';
import type { CanonicalAnime, CanonicalEpisode, ExternalId } from '../model/canonical.ts';
import type { JoinedEpisode } from '../publication/changes.ts';
import { canonicalAnime } from './canonicalAnime.ts';
import { canonicalEpisode, type PlacedEpisodeRecord, recordsThatCount } from './canonicalEpisode.ts';
import type { AnimeDraft, DraftRecord, EndedEpisode, EpisodeDraft, SourceStanding } from './drafts.ts';
import { handMadeRecord } from './handMadeRecord.ts';
import { IDENTIFYING_SITES, identitiesOf, identityKey } from './identity.ts';
import { overlayAnime, overlayEpisode } from './overlay.ts';
import { type AnimeRecord, type EpisodeRecord, REVIEW_SOURCE, type RecordKey } from './record.ts';
import { keyOf, recordKey } from './recordKey.ts';
import type { StoredAnime } from './statements/selectAnimeDrafts.ts';
import type { StoredEpisode } from './statements/selectEpisodeDrafts.ts';

/**
 * The part of the catalogue that a batch touches, in memory: filled from the tables (loadDraft), changed record by record, then
 * published in one go. It holds no rule of matching (planAnime, placeEpisodes) and writes nothing (publish).
 */
export class CatalogDraft {
  readonly anime = new Map<string, AnimeDraft>();
  readonly episodes = new Map<string, EpisodeDraft>();
  readonly sources = new Map<string, SourceStanding>();
  readonly written = new Map<string, DraftRecord>();
  /** Stored episodes that all their records have left. */
  readonly joined = new Map<string, JoinedEpisode>();
  /** Ids of episodes that had ended and return. */
  readonly revived = new Set<string>();
  readonly #animeOfKey = new Map<string, string>();
  readonly #episodeOfKey = new Map<string, string>();
  readonly #animeOfIdentity = new Map<string, string>();
  readonly #episodeOfNumber = new Map<string, string>();

  animeOfKey(key: RecordKey): AnimeDraft | undefined {
    return this.anime.get(this.#animeOfKey.get(keyOf(key)) ?? '');
  }

  animeOfIdentity(id: ExternalId): AnimeDraft | undefined {
    return this.anime.get(this.#animeOfIdentity.get(identityKey(id)) ?? '');
  }

  /** The anime that an episode's parent key names: as a record's key, or as an id of the site that the source is. */
  parentOf(key: RecordKey): AnimeDraft | undefined {
    if (this.#animeOfKey.has(keyOf(key))) return this.animeOfKey(key);
    return IDENTIFYING_SITES.has(key.source) ? this.animeOfIdentity({ site: key.source, id: key.sourceId }) : undefined;
  }

  episodeOfKey(key: RecordKey): EpisodeDraft | undefined {
    return this.episodes.get(this.#episodeOfKey.get(keyOf(key)) ?? '');
  }

  episodeOfNumber(animeId: string, number: number): EpisodeDraft | undefined {
    return this.episodes.get(this.#episodeOfNumber.get(numberKey(animeId, number)) ?? '');
  }

  /** Takes up an anime as stored. Later calls for the same one are ignored: the draft's own changes stand. */
  loadAnime({ id, revision, stored, records }: StoredAnime): void {
    if (this.anime.has(id)) return;
    const byKey = new Map(records.map((record) => [keyOf(record), record]));
    this.anime.set(id, { id, revision, stored, now: stored, records: byKey });
    for (const record of records) this.#animeOfKey.set(keyOf(record), id);
    for (const externalId of stored.externalIds) this.#animeOfIdentity.set(identityKey(externalId), id);
  }

  loadEpisode({ id, revision, stored, releaseAnnounced, records, ended }: StoredEpisode): void {
    if (this.episodes.has(id)) return;
    const byKey = new Map(records.map((placed) => [keyOf(placed.record), placed]));
    this.episodes.set(id, { id, revision, stored, now: stored, releaseAnnounced, records: byKey, ended });
    for (const key of byKey.keys()) this.#episodeOfKey.set(key, id);
    this.#episodeOfNumber.set(numberKey(stored.animeId, stored.number), id);
  }

  /** Gives an anime this record as its source's last, and merges anew. @returns the anime, before and after. */
  putAnimeRecord(target: AnimeDraft | null, record: AnimeRecord): { draft: AnimeDraft; before: CanonicalAnime | null } {
    const draft = target ?? this.#createAnime();
    const before = draft.now;
    this.#keepHandMade(draft);
    draft.records.set(keyOf(record), record);
    this.#animeOfKey.set(keyOf(record), draft.id);
    for (const id of identitiesOf(record)) {
      if (this.animeOfIdentity(id) === undefined) this.#animeOfIdentity.set(identityKey(id), draft.id);
    }
    this.#rememberAnime(record, draft.id);
    this.#mergeAnew(draft);
    return { draft, before };
  }

  /** Moves every record of `loser` to `survivor`, and merges that anew: the reviewer found them to be one anime. */
  absorbAnime(survivor: AnimeDraft, loser: AnimeDraft): void {
    this.anime.delete(loser.id);
    for (const [key, animeId] of this.#animeOfIdentity)
      if (animeId === loser.id) this.#animeOfIdentity.set(key, survivor.id);
    if (survivor.records.size > 0) this.#keepHandMade(loser);
    else if (loser.records.size > 0) this.#keepHandMade(survivor);
    for (const record of loser.records.values()) {
      const moved = record.source === REVIEW_SOURCE ? this.#joinDecisions(survivor, record) : record;
      survivor.records.set(keyOf(moved), moved);
      this.#animeOfKey.set(keyOf(moved), survivor.id);
      this.#rememberAnime(moved, survivor.id);
    }
    this.#mergeAnew(survivor);
  }

  /** Before the first record of an anime that was made by hand makes it anew. */
  #keepHandMade(draft: AnimeDraft): void {
    if (draft.records.size > 0 || draft.now === null) return;
    const record = handMadeRecord(draft.id, draft.now);
    draft.records.set(keyOf(record), record);
    this.#rememberAnime(record, draft.id);
  }

  /** What reviewers decided of the survivor stands before what they decided of the other. */
  #joinDecisions(survivor: AnimeDraft, decided: AnimeRecord): AnimeRecord {
    const own: AnimeRecord = { type: 'anime', source: REVIEW_SOURCE, sourceId: survivor.id };
    const kept = survivor.records.get(keyOf(own)) ?? own;
    const titles = [...(kept.titles ?? []), ...(decided.titles ?? [])];
    return { ...overlayAnime({ ...decided, ...own }, kept), ...(titles.length === 0 ? {} : { titles }) };
  }

  #mergeAnew(draft: AnimeDraft): void {
    // Made by hand: nothing is known of it beside what stands there.
    if (draft.records.size === 0) return;
    const before = draft.now;
    const records = this.inOrderOfBelief([...draft.records.values()], (it) => it);
    const now = canonicalAnime(records, (id) => this.animeOfIdentity(id) === draft);
    const kept = new Set(now.externalIds.map(identityKey));
    draft.now = now;
    for (const id of (before?.externalIds ?? []).map(identityKey)) {
      if (!kept.has(id) && this.#animeOfIdentity.get(id) === draft.id) this.#giveUp(id);
    }
  }

  /** An id that its anime no longer states belongs to whoever else does: of several to the one whose record is believed most. */
  #giveUp(id: string): void {
    this.#animeOfIdentity.delete(id);
    const claims = [...this.anime.values()].flatMap((draft) =>
      [...draft.records.values()]
        .filter((record) => identitiesOf(record).some((it) => identityKey(it) === id))
        .map((record) => ({ draft, record })),
    );
    const [claim] = this.inOrderOfBelief(claims, ({ record }) => record);
    if (claim === undefined) return;
    this.#animeOfIdentity.set(id, claim.draft.id);
    this.#mergeAnew(claim.draft);
  }

  createEpisode(): EpisodeDraft {
    const draft: EpisodeDraft = {
      id: uuidv7(),
      ended: [],
      revision: 0,
      records: new Map(),
      stored: null,
      now: null,
      releaseAnnounced: false,
    };
    this.episodes.set(draft.id, draft);
    return draft;
  }

  /** Takes up an episode that has ended; it stands nowhere yet. */
  reviveEpisode({ id, revision, releaseAnnounced }: EndedEpisode, animeId: string): EpisodeDraft {
    const stored = { ...UNPLACED, animeId };
    const draft: EpisodeDraft = { id, ended: [], revision, records: new Map(), stored, now: null, releaseAnnounced };
    this.episodes.set(id, draft);
    this.revived.add(id);
    return draft;
  }

  /** What these records make of the episode that has this number. */
  mergedEpisode(
    records: readonly PlacedEpisodeRecord[],
    { animeId, number }: Pick<CanonicalEpisode, 'animeId' | 'number'>,
  ): CanonicalEpisode {
    const believed = this.inOrderOfBelief([...records], ({ record }) => record);
    return { ...canonicalEpisode(recordsThatCount(believed)), animeId, number };
  }

  /** Makes room for another episode at its number. */
  forgetNumber({ id, now }: EpisodeDraft): void {
    const slot = now === null ? '' : numberKey(now.animeId, now.number);
    if (this.#episodeOfNumber.get(slot) === id) this.#episodeOfNumber.delete(slot);
  }

  /** Gives an episode its number and, beside what reviewers decided of it, its records; `written` are those that are to be stored. */
  settleEpisode(
    episode: EpisodeDraft,
    slot: Pick<CanonicalEpisode, 'animeId' | 'number'>,
    { records, written }: Record<'records' | 'written', readonly PlacedEpisodeRecord[]>,
  ): void {
    for (const [key, { record }] of episode.records) if (record.source !== REVIEW_SOURCE) episode.records.delete(key);
    for (const placed of records) {
      episode.records.set(keyOf(placed.record), placed);
      this.#episodeOfKey.set(keyOf(placed.record), episode.id);
    }
    episode.now = this.mergedEpisode([...episode.records.values()], slot);
    this.#episodeOfNumber.set(numberKey(slot.animeId, slot.number), episode.id);
    for (const placed of written) this.#rememberEpisode(placed, episode.id);
  }

  /** The records of an episode have gone to another one: its id leads there from now on. */
  joinEpisode(left: EpisodeDraft, into: EpisodeDraft, followed: RecordKey | null): void {
    this.forgetNumber(left);
    into.releaseAnnounced ||= left.releaseAnnounced;
    left.now = null;
    if (left.stored === null) this.episodes.delete(left.id);
    else this.joined.set(left.id, { into: into.id, followed });
  }

  /** Has the reviewers' record of an episode stored with it. */
  putDecision(episode: EpisodeDraft, placed: PlacedEpisodeRecord): void {
    episode.records.set(keyOf(placed.record), placed);
    if (episode.now !== null) episode.now = this.mergedEpisode([...episode.records.values()], episode.now);
    this.#rememberEpisode(placed, episode.id);
  }

  /**
   * Moves every record of an episode to its place in the survivor of a merge: the same episode, or the one that has its number
   * there. The number stays as it is; a record that names another is heard at its next import.
   */
  absorbEpisode(to: EpisodeDraft, from: EpisodeDraft, animeId: string): void {
    if (to.now === null) throw new Error('an episode that is merged has a canonical value');
    const { number } = to.now;
    for (const { record, batch } of [...from.records.values()]) {
      const decided = record.source === REVIEW_SOURCE;
      const moved = { record: decided ? this.#joinEpisodeDecisions(to, record) : record, animeId, batch };
      to.records.set(keyOf(moved.record), moved);
      this.#episodeOfKey.set(keyOf(moved.record), to.id);
      this.#rememberEpisode(moved, to.id);
    }
    to.releaseAnnounced ||= from.releaseAnnounced;
    const records = [...to.records.values()];
    to.now = records.length === 0 ? { ...to.now, animeId } : this.mergedEpisode(records, { animeId, number });
    this.#episodeOfNumber.set(numberKey(animeId, number), to.id);
  }

  #joinEpisodeDecisions(to: EpisodeDraft, decided: EpisodeRecord): EpisodeRecord {
    const own = { type: 'episode' as const, source: REVIEW_SOURCE, sourceId: to.id };
    return overlayEpisode({ ...decided, ...own }, to.records.get(keyOf(own))?.record ?? own);
  }

  #createAnime(): AnimeDraft {
    const draft: AnimeDraft = { id: uuidv7(), revision: 0, records: new Map(), stored: null, now: null };
    this.anime.set(draft.id, draft);
    return draft;
  }

  #rememberAnime(record: AnimeRecord, animeId: string): void {
    const { type, source, sourceId } = record;
    this.written.set(recordKey(record), { type, source, sourceId, animeId, episodeId: null, record, batch: null });
  }

  #rememberEpisode({ record, animeId, batch }: PlacedEpisodeRecord, episodeId: string): void {
    const { type, source, sourceId } = record;
    this.written.set(recordKey(record), { type, source, sourceId, animeId, episodeId, record, batch });
  }

  /** Most believed first; within a source by its ids, so that the order of arrival never matters. */
  inOrderOfBelief<T>(items: readonly T[], recordOf: (item: T) => RecordKey): T[] {
    const rank = ({ source }: RecordKey) =>
      source === REVIEW_SOURCE ? -1 : (this.sources.get(source)?.priority ?? Number.MAX_SAFE_INTEGER);
    return [...items].sort((a, b) => {
      const [left, right] = [recordOf(a), recordOf(b)];
      return rank(left) - rank(right) || (left.sourceId < right.sourceId ? -1 : left.sourceId > right.sourceId ? 1 : 0);
    });
  }
}

/** A number that no record can have: whatever it comes to is another one (statements/reviveEpisodes). */
const UNPLACED = {
  ...{ number: -1, status: 'scheduled', scheduledAt: null, releasedAt: null, titles: [] },
} as const satisfies Omit<CanonicalEpisode, 'animeId'>;

function numberKey(animeId: string, number: number): string {
  return `${animeId}\u0000${number}`;
}
