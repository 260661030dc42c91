import { v7 as uuidv7 } from 'uuid';
import type { CanonicalAnime, CanonicalEpisode, ExternalId } from '../model/canonical.ts';
import { IDENTIFYING_SITES, identitiesOf, identityKey } from './identity.ts';
import { mergeAnime } from './mergeAnime.ts';
import { mergeEpisode, type PlacedEpisodeRecord } from './mergeEpisode.ts';
import { mergeAnimeRecord, mergeEpisodeRecord } from './mergeRecord.ts';
import { type AnimeRecord, type EpisodeRecord, REVIEW_SOURCE, type RecordKey } from './record.ts';
import type { StoredAnime } from './statements/selectAnimeDrafts.ts';
import type { StoredEpisode } from './statements/selectEpisodeDrafts.ts';

/** A source as `catalog sources list` orders it. */
export interface SourceStanding {
  readonly name: string;
  readonly approved: boolean;
  /** Lower is believed first. */
  readonly priority: number;
}

/** An anime as the draft holds it: its records, what the tables say, and what the records make of it now. */
export interface AnimeDraft {
  readonly id: string;
  /** As stored; 0 when this draft creates it. */
  readonly revision: number;
  readonly records: Map<string, AnimeRecord>;
  /** As stored; null when this draft creates it. */
  readonly stored: CanonicalAnime | null;
  now: CanonicalAnime | null;
}

/** An episode as the draft holds it. */
export interface EpisodeDraft {
  readonly id: string;
  /** As stored; 0 when this draft creates it. */
  readonly revision: number;
  readonly records: Map<string, PlacedEpisodeRecord>;
  readonly stored: CanonicalEpisode | null;
  /** Whether episode.released has ever been emitted. */
  releaseAnnounced: boolean;
  now: CanonicalEpisode | null;
}

/** A source record that the draft wrote and that is to be stored. */
export interface DraftRecord {
  readonly type: 'anime' | 'episode';
  readonly source: string;
  readonly sourceId: string;
  readonly animeId: string;
  readonly episodeId: string | null;
  readonly record: AnimeRecord | EpisodeRecord;
}

/**
 * The part of the catalogue that a batch touches, in memory: filled from the tables (loadDraft), changed record by record, then
 * published in one go. It holds no rule of matching (matchRecord) and writes nothing (publish).
 */
export class CatalogDraft {
  readonly anime = new Map<string, AnimeDraft>();
  readonly episodes = new Map<string, EpisodeDraft>();
  readonly sources = new Map<string, SourceStanding>();
  readonly written = new Map<string, DraftRecord>();
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

  loadEpisode({ id, revision, stored, releaseAnnounced, records }: StoredEpisode): void {
    if (this.episodes.has(id)) return;
    const byKey = new Map(records.map((placed) => [keyOf(placed.record), placed]));
    this.episodes.set(id, { id, revision, stored, now: stored, releaseAnnounced, records: byKey });
    for (const key of byKey.keys()) this.#episodeOfKey.set(key, id);
    this.#episodeOfNumber.set(numberKey(stored.animeId, stored.number), id);
  }

  /** Gives an anime this record as its source's last, and merges anew. @returns the anime, before and after. */
  putAnimeRecord(target: AnimeDraft | null, record: AnimeRecord): { draft: AnimeDraft; before: CanonicalAnime | null } {
    const draft = target ?? this.#createAnime();
    const before = draft.now;
    draft.records.set(keyOf(record), record);
    this.#animeOfKey.set(keyOf(record), draft.id);
    for (const id of identitiesOf(record)) {
      if (this.animeOfIdentity(id) === undefined) this.#animeOfIdentity.set(identityKey(id), draft.id);
    }
    this.#remember('anime', record, draft.id, null);
    this.#mergeAnew(draft);
    return { draft, before };
  }

  /** Moves every record of `loser` to `survivor`, and merges that anew: the reviewer found them to be one anime. */
  absorbAnime(survivor: AnimeDraft, loser: AnimeDraft): void {
    this.anime.delete(loser.id);
    for (const [key, animeId] of this.#animeOfIdentity)
      if (animeId === loser.id) this.#animeOfIdentity.set(key, survivor.id);
    for (const record of loser.records.values()) {
      const moved = record.source === REVIEW_SOURCE ? this.#joinDecisions(survivor, record) : record;
      survivor.records.set(keyOf(moved), moved);
      this.#animeOfKey.set(keyOf(moved), survivor.id);
      this.#remember('anime', moved, survivor.id, null);
    }
    this.#mergeAnew(survivor);
  }

  /** What reviewers decided of the survivor stands before what they decided of the other. */
  #joinDecisions(survivor: AnimeDraft, decided: AnimeRecord): AnimeRecord {
    const own = { type: 'anime' as const, source: REVIEW_SOURCE, sourceId: survivor.id };
    return mergeAnimeRecord({ ...decided, ...own }, survivor.records.get(keyOf(own)) ?? own);
  }

  #mergeAnew(draft: AnimeDraft): void {
    const before = draft.now;
    const records = this.#ordered([...draft.records.values()], (it) => it);
    const now = mergeAnime(records, (id) => this.animeOfIdentity(id) === draft);
    const kept = new Set(now.externalIds.map(identityKey));
    for (const id of (before?.externalIds ?? []).map(identityKey)) {
      if (!kept.has(id) && this.#animeOfIdentity.get(id) === draft.id) this.#animeOfIdentity.delete(id);
    }
    draft.now = now;
  }

  /** Gives an episode this record as its source's last, and merges anew. @throws NumberTakenError */
  putEpisodeRecord(
    target: EpisodeDraft | null,
    placed: PlacedEpisodeRecord,
  ): { draft: EpisodeDraft; before: CanonicalEpisode | null } {
    const draft = target ?? {
      id: uuidv7(),
      revision: 0,
      records: new Map(),
      stored: null,
      now: null,
      releaseAnnounced: false,
    };
    const records = new Map(draft.records).set(keyOf(placed.record), placed);
    const now = mergeEpisode(this.#ordered([...records.values()], ({ record }) => record));
    const holder = this.episodeOfNumber(now.animeId, now.number);
    if (holder !== undefined && holder !== draft) throw new NumberTakenError(now.number);
    const before = draft.now;
    if (before !== null) this.#episodeOfNumber.delete(numberKey(before.animeId, before.number));
    draft.records.set(keyOf(placed.record), placed);
    draft.now = now;
    this.episodes.set(draft.id, draft);
    this.#episodeOfKey.set(keyOf(placed.record), draft.id);
    this.#episodeOfNumber.set(numberKey(now.animeId, now.number), draft.id);
    this.#remember('episode', placed.record, placed.animeId, draft.id);
    return { draft, before };
  }

  /**
   * Moves every record of an episode to its place in the survivor of a merge: the same episode, or the one that has its number
   * there. The number stays as it is; a record that names another is heard at its next import.
   */
  absorbEpisode(to: EpisodeDraft, from: EpisodeDraft, animeId: string): void {
    if (to.now === null) throw new Error('an episode that is merged has a canonical value');
    const { number } = to.now;
    for (const { record } of [...from.records.values()]) {
      const moved = record.source === REVIEW_SOURCE ? this.#joinEpisodeDecisions(to, record) : record;
      to.records.set(keyOf(moved), { record: moved, animeId });
      this.#episodeOfKey.set(keyOf(moved), to.id);
      this.#remember('episode', moved, animeId, to.id);
    }
    to.releaseAnnounced ||= from.releaseAnnounced;
    const records = this.#ordered([...to.records.values()], ({ record }) => record);
    to.now = { ...(records.length === 0 ? to.now : mergeEpisode(records)), animeId, number };
    this.#episodeOfNumber.set(numberKey(animeId, number), to.id);
  }

  #joinEpisodeDecisions(to: EpisodeDraft, decided: EpisodeRecord): EpisodeRecord {
    const own = { type: 'episode' as const, source: REVIEW_SOURCE, sourceId: to.id };
    return mergeEpisodeRecord({ ...decided, ...own }, to.records.get(keyOf(own))?.record ?? own);
  }

  #createAnime(): AnimeDraft {
    const draft: AnimeDraft = { id: uuidv7(), revision: 0, records: new Map(), stored: null, now: null };
    this.anime.set(draft.id, draft);
    return draft;
  }

  #remember(
    type: 'anime' | 'episode',
    record: AnimeRecord | EpisodeRecord,
    animeId: string,
    episodeId: string | null,
  ): void {
    const { source, sourceId } = record;
    this.written.set(`${type}\u0000${keyOf(record)}`, { type, source, sourceId, animeId, episodeId, record });
  }

  /** Most believed first; within a source by its ids, so that the order of arrival never matters. */
  #ordered<T>(items: T[], recordOf: (item: T) => RecordKey): T[] {
    const rank = ({ source }: RecordKey) =>
      source === REVIEW_SOURCE ? -1 : (this.sources.get(source)?.priority ?? Number.MAX_SAFE_INTEGER);
    return items.sort((a, b) => {
      const [left, right] = [recordOf(a), recordOf(b)];
      return rank(left) - rank(right) || (left.sourceId < right.sourceId ? -1 : left.sourceId > right.sourceId ? 1 : 0);
    });
  }
}

/** Another episode of the same anime has this number. */
export class NumberTakenError extends Error {
  override readonly name = 'NumberTakenError';

  constructor(number: number) {
    super(`number ${number} belongs to another episode of this anime`);
  }
}

export function keyOf({ source, sourceId }: RecordKey): string {
  return `${source}\u0000${sourceId}`;
}

function numberKey(animeId: string, number: number): string {
  return `${animeId}\u0000${number}`;
}
