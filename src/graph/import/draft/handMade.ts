import { animeFields } from '../../model/animeFields.ts';
import type { CanonicalAnime, CanonicalEpisode } from '../../model/canonical.ts';
import { episodeFields } from '../../model/episodeFields.ts';
import type { Fields } from '../../model/field.ts';
import { type AnimeRecord, type EpisodeRecord, HAND_SOURCE } from '../record.ts';

/**
 * An anime that was made by hand, as a record, so that values which its first source leaves out stay. A record names
 * one id a site, so of several the first is kept.
 */
export function handMadeAnime(id: string, stored: CanonicalAnime): AnimeRecord {
  const { titles, genres, studios, externalIds, images, relations } = stored;
  return {
    ...members(animeFields, stored),
    type: 'anime',
    source: HAND_SOURCE,
    sourceId: id,
    titles: [...titles],
    genres: [...genres],
    studios: [...studios],
    externalIds: Object.fromEntries([...externalIds].reverse().map((it) => [it.site, it.id])),
    images: [...images],
    relations: relations.map(({ type, anime }) => ({ type, anime })),
  };
}

/** As handMadeAnime. It names no number: it belongs to the episode, whatever number sources give it. */
export function handMadeEpisode(id: string, stored: CanonicalEpisode): EpisodeRecord {
  const { number: _, ...fields } = episodeFields;
  return {
    ...members(fields, stored),
    type: 'episode',
    source: HAND_SOURCE,
    sourceId: id,
    titles: [...stored.titles],
  };
}

function members(fields: Fields, stored: CanonicalAnime | CanonicalEpisode) {
  const values: Readonly<Record<string, unknown>> = { ...stored };
  return Object.fromEntries(Object.entries(fields).map(([name, { member }]) => [member, values[name]]));
}
