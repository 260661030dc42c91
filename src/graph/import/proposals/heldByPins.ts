import { animeFields } from '../../model/animeFields.ts';
import type { CanonicalAnime, CanonicalEpisode } from '../../model/canonical.ts';
import { episodeFields } from '../../model/episodeFields.ts';
import { decidedMembers } from '../../model/field.ts';
import { canonicalAnime, canonicalImages } from '../draft/canonicalAnime.ts';
import type { CatalogDraft } from '../draft/catalogDraft.ts';
import type { HeldOutcome } from '../outcome.ts';
import { sameRecord } from '../overlay.ts';
import { type AnimeRecord, type CatalogRecord, type EpisodeRecord, keyOf, REVIEW_SOURCE } from '../record.ts';

/**
 * The outcome of a line that changes nothing because of pins; null where it would change nothing without them either.
 */
export function heldByPins(draft: CatalogDraft, record: CatalogRecord): HeldOutcome | null {
  const pinned = record.type === 'anime' ? pinnedOfAnime(draft, record) : pinnedOfEpisode(draft, record);
  if (pinned === null || pinned.fields.length === 0) return null;
  const fields = pinned.fields.join(', ');
  const reason = `a reviewer decided ${fields}: the sources' values apply again after catalog review unpin ${pinned.id} --field ${pinned.fields.join(' ')}`;
  return { kind: 'held', reason, proposalId: null };
}

function pinnedOfAnime(draft: CatalogDraft, record: AnimeRecord) {
  const anime = draft.anime.ofKey(record);
  const pins = anime?.records.get(keyOf({ source: REVIEW_SOURCE, sourceId: anime.id }));
  if (anime?.now == null || pins === undefined) return null;
  const sources = [...anime.records.values()].filter((it) => it !== pins);
  const unpinned = canonicalAnime(
    draft.sources.sort(sources, (it) => it),
    () => true,
  );
  const [now, without] = [decidedOfAnime(record, anime.now), decidedOfAnime(record, unpinned)];
  return { id: anime.id, fields: fieldsOf(pins, now, without) };
}

function pinnedOfEpisode(draft: CatalogDraft, record: EpisodeRecord) {
  const episode = draft.episodes.ofKey(record);
  const pins = episode?.records.get(keyOf({ source: REVIEW_SOURCE, sourceId: episode.id }));
  if (episode?.now == null || pins === undefined) return null;
  const sources = [...episode.records.values()].filter((it) => it !== pins);
  const unpinned = draft.episodes.merged(sources, episode.now);
  const [now, without] = [decidedOfEpisode(record, episode.now), decidedOfEpisode(record, unpinned)];
  return { id: episode.id, fields: fieldsOf(pins.record, now, without) };
}

/** The pinned fields in which a record differs from the current value and not from the one without pins. */
function fieldsOf(pins: CatalogRecord, now: object, without: object): string[] {
  return Object.keys(now).filter((name) => name in pins && !(name in without));
}

/**
 * The members of a record that a reviewer who approves it decides against the current value: single values, the images
 * and the preferred title. The other lists are unions, which the record extends anyway.
 */
export function decidedOfAnime(record: AnimeRecord, canonical: CanonicalAnime): Partial<AnimeRecord> {
  const { images = [], titles = [] } = record;
  const [preferred] = titles;
  const otherImages = images.length > 0 && !sameRecord(canonicalImages(images), canonical.images);
  const otherTitle = preferred !== undefined && preferred.title !== canonical.titles[0]?.title;
  return {
    ...decidedMembers(animeFields, record, canonical),
    ...(otherImages ? { images } : {}),
    ...(otherTitle ? { title: preferred } : {}),
  };
}

/** As decidedOfAnime. A status and its confirmation are one decision. */
export function decidedOfEpisode(record: EpisodeRecord, canonical: CanonicalEpisode): Partial<EpisodeRecord> {
  const decided = decidedMembers(episodeFields, record, canonical);
  const ofStatus = 'status' in decided || 'releasedAt' in decided;
  return ofStatus ? { ...decided, status: record.status, releasedAt: record.releasedAt ?? null } : decided;
}
