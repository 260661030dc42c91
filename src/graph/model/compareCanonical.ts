import { isDeepStrictEqual } from 'node:util';
import { animeFields } from './animeFields.ts';
import type { CanonicalAnime, CanonicalEpisode } from './canonical.ts';
import { servedPart } from './field.ts';
import { nameKey } from './nameKey.ts';

/** Whether two canonical values are the same to a reader. */
export function sameAnime(a: CanonicalAnime, b: CanonicalAnime): boolean {
  return isDeepStrictEqual(shown(a), shown(b));
}

/** Readers see every field of an episode. */
export function sameEpisode(a: CanonicalEpisode, b: CanonicalEpisode): boolean {
  return isDeepStrictEqual(a, b);
}

/** A genre or studio that two sources spell in different case is one: it shows the name it was given first. */
function shown(anime: CanonicalAnime): CanonicalAnime {
  const { genres, studios } = anime;
  return { ...servedPart(animeFields, anime), genres: genres.map(nameKey), studios: studios.map(nameKey) };
}
