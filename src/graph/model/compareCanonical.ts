import { isDeepStrictEqual } from 'node:util';
import { animeFields } from './animeFields.ts';
import type { CanonicalAnime, CanonicalEpisode, CanonicalTitle } from './canonical.ts';
import { servedPart } from './field.ts';
import { nameKey } from './nameKey.ts';

/** Whether two canonical values are the same to a reader. */
export function sameAnime(a: CanonicalAnime, b: CanonicalAnime): boolean {
  return isDeepStrictEqual(shown(a), shown(b));
}

/** As sameAnime. */
export function sameEpisode(a: CanonicalEpisode, b: CanonicalEpisode): boolean {
  return isDeepStrictEqual({ ...a, titles: shownTitles(a.titles) }, { ...b, titles: shownTitles(b.titles) });
}

/** A genre or studio that two sources spell in different case is one: it shows the name it was given first. */
function shown(anime: CanonicalAnime): CanonicalAnime {
  const { titles, genres, studios } = anime;
  return {
    ...servedPart(animeFields, anime),
    titles: shownTitles(titles),
    genres: genres.map(nameKey),
    studios: studios.map(nameKey),
  };
}

/** Of the preferred title the text alone is served. */
function shownTitles([preferred, ...others]: readonly CanonicalTitle[]): readonly CanonicalTitle[] {
  return preferred === undefined ? [] : [{ title: preferred.title, language: null, kind: null }, ...others];
}
