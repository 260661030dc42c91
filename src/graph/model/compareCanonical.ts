import { isDeepStrictEqual } from 'node:util';
import type { CanonicalAnime, CanonicalEpisode } from './canonical.ts';
import { nameKey } from './nameKey.ts';

/** Whether two canonical values are the same to a reader: popularity is never served (design.md 4). */
export function sameAnime(a: CanonicalAnime, b: CanonicalAnime): boolean {
  return isDeepStrictEqual(shown(a), shown(b));
}

export function sameEpisode(a: CanonicalEpisode, b: CanonicalEpisode): boolean {
  return isDeepStrictEqual(a, b);
}

/** A genre or studio that two sources spell in different case is one: it shows the name it was given first. */
function shown(anime: CanonicalAnime): CanonicalAnime {
  return { ...anime, popularity: null, genres: anime.genres.map(nameKey), studios: anime.studios.map(nameKey) };
}
