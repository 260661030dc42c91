import { getAnime } from './anime/getAnime.ts';
import { listAnime } from './anime/listAnime.ts';
import { listAnimePremieres } from './anime/listAnimePremieres.ts';
import type { Endpoint } from './endpoint/endpoint.ts';
import { getEpisode } from './episode/getEpisode.ts';
import { listAnimeEpisodes } from './episode/listAnimeEpisodes.ts';
import { listEpisodeReleases } from './episode/listEpisodeReleases.ts';
import { listSchedules } from './episode/listSchedules.ts';
import { listGenres } from './genre/listGenres.ts';
import { getPlatformInfo } from './platform/getPlatformInfo.ts';
import { searchAnime } from './search/searchAnime.ts';
import { listStudios } from './studio/listStudios.ts';

/** Every operation of the public interface, in the order of its description. */
export const routes: readonly Endpoint[] = [
  getPlatformInfo,
  searchAnime,
  listAnime,
  listAnimePremieres,
  getAnime,
  listGenres,
  listStudios,
  listAnimeEpisodes,
  listEpisodeReleases,
  getEpisode,
  listSchedules,
];
