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
import { getPlatformInfo } from './platform/getPlatformInfo.ts';
import { searchAnime } from './search/searchAnime.ts';
import { suggestAnime } from './search/suggestAnime.ts';
import { getGenre, getStudio, listGenres, listStudios } from './term/terms.ts';
import {
  getDelivery,
  listDeliveries,
  pingWebhook,
  retryDelivery,
  retryFailedDeliveries,
  testWebhook,
} from './webhook/deliveries.ts';
import {
  createWebhook,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from './webhook/webhooks.ts';

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
