import { isDeepStrictEqual } from 'node:util';
import { animeFields } from './animeFields.ts';
import type { CanonicalAnime, CanonicalEpisode, CanonicalTitle } from './canonical.ts';
import { servedPart } from './field.ts';
import { nameKey } from './nameKey.ts';

/** Whether two canonical values are equal to a reader, apart from relations, which depend on other anime too. */
export function sameAnime(a: CanonicalAnime, b: CanonicalAnime): boolean {
  return isDeepStrictEqual(shown(a), shown(b));
}

/** As sameAnime. */
export function sameEpisode(a: CanonicalEpisode, b: CanonicalEpisode): boolean {
  return isDeepStrictEqual({ ...a, titles: shownTitles(a.titles) }, { ...b, titles: shownTitles(b.titles) });
}

/** Genres or studios that differ only in case are the same one, shown under its first name. */
function shown(anime: CanonicalAnime): CanonicalAnime {
  const { titles, genres, studios } = anime;
  return {
    ...servedPart(animeFields, anime),
    titles: shownTitles(titles),
    genres: genres.map(nameKey),
    studios: studios.map(nameKey),
    relations: [],
  };
}

/** Only the text of the preferred title is served. */
function shownTitles([preferred, ...others]: readonly CanonicalTitle[]): readonly CanonicalTitle[] {
  return preferred === undefined ? [] : [{ title: preferred.title, language: null, kind: null }, ...others];
}
