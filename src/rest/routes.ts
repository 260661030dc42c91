import { getAnime } from './anime/getAnime.ts';
import { listAnime } from './anime/listAnime.ts';
import { listAnimePremieres } from './anime/listAnimePremieres.ts';
import { getDump } from './dump/getDump.ts';
import { getLatestDump } from './dump/getLatestDump.ts';
import type { Endpoint } from './endpoint/endpoint.ts';
import { getEpisode } from './episode/getEpisode.ts';
import { listAnimeEpisodes } from './episode/listAnimeEpisodes.ts';
import { listEpisodeReleases } from './episode/listEpisodeReleases.ts';
import { listEpisodes } from './episode/listEpisodes.ts';
import { listSchedules } from './episode/listSchedules.ts';
import { listEvents } from './event/listEvents.ts';
import { getGenre } from './genre/getGenre.ts';
import { listGenres } from './genre/listGenres.ts';
import { getPlatformInfo } from './platform/getPlatformInfo.ts';
import { searchAnime } from './search/searchAnime.ts';
import { suggestAnime } from './search/suggestAnime.ts';
import { getStudio } from './studio/getStudio.ts';
import { listStudios } from './studio/listStudios.ts';
import { createWebhook } from './webhook/createWebhook.ts';
import { deleteWebhook } from './webhook/deleteWebhook.ts';
import { disableWebhook } from './webhook/disableWebhook.ts';
import { enableWebhook } from './webhook/enableWebhook.ts';
import { getDelivery } from './webhook/getDelivery.ts';
import { getWebhook } from './webhook/getWebhook.ts';
import { listDeliveries } from './webhook/listDeliveries.ts';
import { listWebhooks } from './webhook/listWebhooks.ts';
import { pingWebhook } from './webhook/pingWebhook.ts';
import { retryDelivery } from './webhook/retryDelivery.ts';
import { retryFailedDeliveries } from './webhook/retryFailedDeliveries.ts';
import { rotateWebhookSecret } from './webhook/rotateWebhookSecret.ts';
import { testWebhook } from './webhook/testWebhook.ts';
import { updateWebhook } from './webhook/updateWebhook.ts';

/** Every operation of the public interface, in the order of its description. */
export const routes: readonly Endpoint[] = [
  getPlatformInfo,
  searchAnime,
  suggestAnime,
  listAnime,
  listAnimePremieres,
  getAnime,
  listGenres,
  getGenre,
  listStudios,
  getStudio,
  listAnimeEpisodes,
  listEpisodes,
  listEpisodeReleases,
  getEpisode,
  listSchedules,
  listEvents,
  getLatestDump,
  getDump,
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  enableWebhook,
  disableWebhook,
  rotateWebhookSecret,
  pingWebhook,
  testWebhook,
  listDeliveries,
  getDelivery,
  retryDelivery,
  retryFailedDeliveries,
];
