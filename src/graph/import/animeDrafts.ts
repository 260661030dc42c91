import { v7 as uuidv7 } from 'uuid';
import type { CanonicalAnime, ExternalId } from '../model/canonical.ts';
import { canonicalAnime } from './canonicalAnime.ts';
import type { AnimeDraft } from './drafts.ts';
import { handMadeRecord } from './handMadeRecord.ts';
import { IDENTIFYING_SITES, identitiesOf, identityKey } from './identity.ts';
import { overlayAnime } from './overlay.ts';
import { type AnimeRecord, REVIEW_SOURCE, type RecordKey } from './record.ts';
import { keyOf } from './recordKey.ts';
import type { SourceStandings } from './sourceStandings.ts';
import type { StoredAnime } from './statements/selectAnimeDrafts.ts';
import type { WrittenRecords } from './writtenRecords.ts';

/** The anime that a batch touches, by id, and who owns which identifying id. */
export class AnimeDrafts extends Map<string, AnimeDraft> {
  readonly #sources: SourceStandings;
  readonly #written: WrittenRecords;
  readonly #ofKey = new Map<string, string>();
  readonly #ofIdentity = new Map<string, string>();

  constructor(sources: SourceStandings, written: WrittenRecords) {
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

  /** The anime that an episode's parent key names: as a record's key, or as an id of the site that the source is. */
  parentOf(key: RecordKey): AnimeDraft | undefined {
    if (this.#ofKey.has(keyOf(key))) return this.ofKey(key);
    return IDENTIFYING_SITES.has(key.source) ? this.ofIdentity({ site: key.source, id: key.sourceId }) : undefined;
  }

  /** Takes up an anime as stored. Later calls for the same one are ignored: the draft's own changes stand. */
  load({ id, revision, stored, records }: StoredAnime): void {
    if (this.has(id)) return;
    const byKey = new Map(records.map((record) => [keyOf(record), record]));
    this.set(id, { id, revision, stored, now: stored, records: byKey });
    for (const record of records) this.#ofKey.set(keyOf(record), id);
    for (const externalId of stored.externalIds) this.#ofIdentity.set(identityKey(externalId), id);
  }

  /** Gives an anime this record as its source's last, and merges anew. @returns the anime, before and after. */
  putRecord(target: AnimeDraft | null, record: AnimeRecord): { draft: AnimeDraft; before: CanonicalAnime | null } {
    const draft = target ?? this.#create();
    const before = draft.now;
    this.#keepHandMade(draft);
    draft.records.set(keyOf(record), record);
    this.#ofKey.set(keyOf(record), draft.id);
    for (const id of identitiesOf(record)) {
      if (this.ofIdentity(id) === undefined) this.#ofIdentity.set(identityKey(id), draft.id);
    }
    this.#written.putAnime(record, draft.id);
    this.#mergeAnew(draft);
    return { draft, before };
  }

  /** Moves every record of `loser` to `survivor`, and merges that anew: the reviewer found them to be one anime. */
  absorb(survivor: AnimeDraft, loser: AnimeDraft): void {
    this.delete(loser.id);
    for (const [key, animeId] of this.#ofIdentity) if (animeId === loser.id) this.#ofIdentity.set(key, survivor.id);
    if (survivor.records.size > 0) this.#keepHandMade(loser);
    else if (loser.records.size > 0) this.#keepHandMade(survivor);
    for (const record of loser.records.values()) {
      const moved = record.source === REVIEW_SOURCE ? joinDecisions(survivor, record) : record;
      survivor.records.set(keyOf(moved), moved);
      this.#ofKey.set(keyOf(moved), survivor.id);
      this.#written.putAnime(moved, survivor.id);
    }
    this.#mergeAnew(survivor);
  }

  #create(): AnimeDraft {
    const draft: AnimeDraft = { id: uuidv7(), revision: 0, records: new Map(), stored: null, now: null };
    this.set(draft.id, draft);
    return draft;
  }

  /** Before the first record of an anime that was made by hand makes it anew. */
  #keepHandMade(draft: AnimeDraft): void {
    if (draft.records.size > 0 || draft.now === null) return;
    const record = handMadeRecord(draft.id, draft.now);
    draft.records.set(keyOf(record), record);
    this.#written.putAnime(record, draft.id);
  }

  #mergeAnew(draft: AnimeDraft): void {
    // Made by hand: nothing is known of it beside what stands there.
    if (draft.records.size === 0) return;
    const before = draft.now;
    const records = this.#sources.inOrderOfBelief([...draft.records.values()], (it) => it);
    const now = canonicalAnime(records, (id) => this.ofIdentity(id) === draft);
    const kept = new Set(now.externalIds.map(identityKey));
    draft.now = now;
    for (const id of (before?.externalIds ?? []).map(identityKey)) {
      if (!kept.has(id) && this.#ofIdentity.get(id) === draft.id) this.#giveUp(id);
    }
  }

  /** An id that its anime no longer states belongs to whoever else does: of several to the one whose record is believed most. */
  #giveUp(id: string): void {
    this.#ofIdentity.delete(id);
    const claims = [...this.values()].flatMap((draft) =>
      [...draft.records.values()]
        .filter((record) => identitiesOf(record).some((it) => identityKey(it) === id))
        .map((record) => ({ draft, record })),
    );
    const [claim] = this.#sources.inOrderOfBelief(claims, ({ record }) => record);
    if (claim === undefined) return;
    this.#ofIdentity.set(id, claim.draft.id);
    this.#mergeAnew(claim.draft);
  }
}

/** What reviewers decided of the survivor stands before what they decided of the other. */
function joinDecisions(survivor: AnimeDraft, decided: AnimeRecord): AnimeRecord {
  const own: AnimeRecord = { type: 'anime', source: REVIEW_SOURCE, sourceId: survivor.id };
  const kept = survivor.records.get(keyOf(own)) ?? own;
  const titles = [...(kept.titles ?? []), ...(decided.titles ?? [])];
  return { ...overlayAnime({ ...decided, ...own }, kept), ...(titles.length === 0 ? {} : { titles }) };
}
