import { animeFields } from '../model/animeFields.ts';
import type { CanonicalAnime, CanonicalEpisode } from '../model/canonical.ts';
import { episodeFields } from '../model/episodeFields.ts';
import { decidedMembers } from '../model/field.ts';
import { canonicalImages } from './canonicalAnime.ts';
import type { AnimeRecord, EpisodeRecord } from './record.ts';
import { sameRecord } from './sameRecord.ts';

/**
 * In what a reviewer who approves a record decides against what stands there, as members of the reviewers' own record: single values,
 * the images and the preferred title. The other lists are unions, to which the record adds as its source's.
 */
export function decidedOfAnime(record: AnimeRecord, canonical: CanonicalAnime): Partial<AnimeRecord> {
  const { images = [], titles = [] } = record;
  const [preferred] = titles;
  const [standing] = canonical.titles;
  const otherImages = images.length > 0 && !sameRecord(canonicalImages(images), canonical.images);
  const otherTitle = preferred !== undefined && preferred.title !== standing?.title;
  return {
    ...decidedMembers(animeFields, record, canonical),
    ...(otherImages ? { images } : {}),
    ...(otherTitle ? { title: preferred } : {}),
  };
}

/** As decidedOfAnime. A status stands with its confirmation or without one: they are one decision. */
export function decidedOfEpisode(record: EpisodeRecord, canonical: CanonicalEpisode): Partial<EpisodeRecord> {
  const decided = decidedMembers(episodeFields, record, canonical);
  const standing = 'status' in decided || 'releasedAt' in decided;
  return standing ? { ...decided, status: record.status, releasedAt: record.releasedAt ?? null } : decided;
}
