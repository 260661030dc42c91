import { isDeepStrictEqual } from 'node:util';
import { animeFields } from './animeFields.ts';
import type { CanonicalAnime, CanonicalEpisode, CanonicalTitle } from './canonical.ts';
import { servedPart } from './field.ts';
import { nameKey } from './nameKey.ts';
import { type PrincipalTitles, principalTitles } from './principalTitles.ts';

/** Whether two canonical values are equal to a reader, apart from relations, which depend on other anime too. */
export function sameAnime(a: CanonicalAnime, b: CanonicalAnime): boolean {
  return isDeepStrictEqual(shown(a), shown(b));
}

/** As sameAnime. */
export function sameEpisode(a: CanonicalEpisode, b: CanonicalEpisode): boolean {
  return isDeepStrictEqual({ ...a, titles: titlesOfEpisode(a.titles) }, { ...b, titles: titlesOfEpisode(b.titles) });
}

/** Genres or studios that differ only in case are the same one, shown under its first name. */
function shown(anime: CanonicalAnime): CanonicalAnime & { readonly principalTitles: PrincipalTitles } {
  const { titles, genres, studios } = anime;
  return {
    ...servedPart(animeFields, anime),
    titles: titlesOfAnime(titles),
    // The kind of the preferred title shows in these alone.
    principalTitles: principalTitles(titles),
    genres: genres.map(nameKey),
    studios: studios.map(nameKey),
    relations: [],
  };
}

/** The kind of an anime's preferred title is not served. */
function titlesOfAnime([preferred, ...others]: readonly CanonicalTitle[]): readonly CanonicalTitle[] {
  return preferred === undefined ? [] : [{ ...preferred, kind: null }, ...others];
}

/** Of an episode's preferred title only the text is served. */
function titlesOfEpisode([preferred, ...others]: readonly CanonicalTitle[]): readonly CanonicalTitle[] {
  return preferred === undefined ? [] : [{ title: preferred.title, language: null, kind: null }, ...others];
}
