import { animeFields } from '../model/animeFields.ts';
import type { CanonicalAnime } from '../model/canonical.ts';
import { type AnimeRecord, HAND_SOURCE } from './record.ts';

/**
 * What stands in an anime that was made by hand, as a record of it: where a source begins to tell of the anime, what the source does
 * not say stays. Of several ids at one site the first is kept, as a record names one.
 */
export function handMadeRecord(id: string, stored: CanonicalAnime): AnimeRecord {
  const { titles, genres, studios, externalIds, images } = stored;
  const fields = Object.entries(animeFields).map(([name, { member }]) => [
    member,
    stored[name as keyof CanonicalAnime],
  ]);
  return {
    ...(Object.fromEntries(fields) as Partial<AnimeRecord>),
    type: 'anime',
    source: HAND_SOURCE,
    sourceId: id,
    titles: titles.map((title) => ({ ...title })),
    genres: [...genres],
    studios: [...studios],
    externalIds: Object.fromEntries([...externalIds].reverse().map(({ site, id: it }) => [site, it])),
    images: images.map((image) => ({ ...image })),
  };
}
