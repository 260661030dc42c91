import { v7 as uuidv7 } from 'uuid';
import type { CanonicalAnime, ExternalId } from '../../model/canonical.ts';
import { IDENTIFYING_SITES } from '../../model/vocabulary.ts';
import { identitiesOf, identityKey } from '../identity.ts';
import { overlayAnime } from '../overlay.ts';
import { type AnimeRecord, keyOf, REVIEW_SOURCE, type RecordKey } from '../record.ts';
import { canonicalAnime } from './canonicalAnime.ts';
import type { AnimeDraft, SourcePriorities, WrittenRecords } from './drafts.ts';
import { handMadeAnime } from './handMade.ts';
import type { StoredAnime } from './selectDrafts.ts';

/** The anime that a batch touches, by id, and the owner of each identifying id. */
export class AnimeDrafts extends Map<string, AnimeDraft> {
  readonly #sources: SourcePriorities;
  readonly #written: WrittenRecords;
  readonly #ofKey = new Map<string, string>();
  readonly #ofIdentity = new Map<string, string>();

  constructor(sources: SourcePriorities, written: WrittenRecords) {
    super();
    this.#sources = sources;
    this.#written = written;
  }

  ofKey(key: RecordKey): AnimeDraft | undefined {
    return this.get(this.#ofKey.get(keyOf(key)) ?? '');
  }

  ofIdentity(id: ExternalId): AnimeDraft | undefined {
    return this.get(this.#ofIdentity.get(identityKey(id)) ?? '');
  }

  /** The anime that an episode's parent key names: as a record's key, or as the id at the site that the source is. */
  parentOf(key: RecordKey): AnimeDraft | undefined {
    if (this.#ofKey.has(keyOf(key))) return this.ofKey(key);
    return IDENTIFYING_SITES.has(key.source) ? this.ofIdentity({ site: key.source, id: key.sourceId }) : undefined;
  }

  /** Adds an anime as stored. A second call for the same one is ignored, so that the draft's own changes are kept. */
  load({ id, revision, stored, records }: StoredAnime): void {
    if (this.has(id)) return;
    this.set(id, { id, revision, stored, now: stored, records: new Map(records.map((it) => [keyOf(it), it])) });
    for (const record of records) this.#ofKey.set(keyOf(record), id);
    for (const externalId of stored.externalIds) this.#ofIdentity.set(identityKey(externalId), id);
  }

  /** Replaces a source's record of an anime and merges it again. @returns the anime, and its value before */
  putRecord(target: AnimeDraft | null, record: AnimeRecord): { draft: AnimeDraft; before: CanonicalAnime | null } {
    const draft = target ?? this.#create();
    const before = draft.now;
    this.#keepHandMade(draft);
    this.#put(draft, record);
    for (const id of identitiesOf(record)) {
      if (this.ofIdentity(id) === undefined) this.#ofIdentity.set(identityKey(id), draft.id);
    }
    this.#merge(draft);
    return { draft, before };
  }

  /** Moves every record of `loser` to `survivor` and merges that again. */
  absorb(survivor: AnimeDraft, loser: AnimeDraft): void {
    this.delete(loser.id);
    for (const [key, animeId] of this.#ofIdentity) if (animeId === loser.id) this.#ofIdentity.set(key, survivor.id);
    if (survivor.records.size > 0) this.#keepHandMade(loser);
    else if (loser.records.size > 0) this.#keepHandMade(survivor);
    for (const record of loser.records.values()) {
      this.#put(survivor, record.source === REVIEW_SOURCE ? joinDecisions(survivor, record) : record);
    }
    this.#merge(survivor);
  }

  #create(): AnimeDraft {
    const draft: AnimeDraft = { id: uuidv7(), revision: 0, records: new Map(), stored: null, now: null };
    this.set(draft.id, draft);
    return draft;
  }

  #put(draft: AnimeDraft, record: AnimeRecord): void {
    draft.records.set(keyOf(record), record);
    this.#ofKey.set(keyOf(record), draft.id);
    this.#written.put({ record, animeId: draft.id, episodeId: null, batch: null });
  }

  /** Called before the first record of an anime that was made by hand replaces its value. */
  #keepHandMade(draft: AnimeDraft): void {
    if (draft.records.size === 0 && draft.now !== null) this.#put(draft, handMadeAnime(draft.id, draft.now));
  }

  #merge(draft: AnimeDraft): void {
    // Made by hand: only its row exists.
    if (draft.records.size === 0) return;
    const before = draft.now;
    const records = this.#sources.sort([...draft.records.values()], (it) => it);
    const now = canonicalAnime(records, (id) => this.ofIdentity(id) === draft);
    const kept = new Set(now.externalIds.map(identityKey));
    draft.now = now;
    for (const id of (before?.externalIds ?? []).map(identityKey)) {
      if (!kept.has(id) && this.#ofIdentity.get(id) === draft.id) this.#release(id);
    }
  }

  /** Passes an id that its anime no longer states to the anime whose record of the highest priority states it. */
  #release(id: string): void {
    this.#ofIdentity.delete(id);
    const stating = [...this.values()].flatMap((draft) =>
      [...draft.records.values()]
        .filter((record) => identitiesOf(record).some((it) => identityKey(it) === id))
        .map((record) => ({ draft, record })),
    );
    const [next] = this.#sources.sort(stating, ({ record }) => record);
    if (next === undefined) return;
    this.#ofIdentity.set(id, next.draft.id);
    this.#merge(next.draft);
  }
}

/** The survivor's own decisions outrank those on the other anime. */
function joinDecisions(survivor: AnimeDraft, decided: AnimeRecord): AnimeRecord {
  const own: AnimeRecord = { type: 'anime', source: REVIEW_SOURCE, sourceId: survivor.id };
  const kept = survivor.records.get(keyOf(own)) ?? own;
  const titles = [...(kept.titles ?? []), ...(decided.titles ?? [])];
  return { ...overlayAnime({ ...decided, ...own }, kept), ...(titles.length === 0 ? {} : { titles }) };
}
