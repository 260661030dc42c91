import type { z } from 'zod';
import { optional } from '../parameters/parameter.ts';
import { animeParameters } from './animeParameters.ts';

/** The filters of lists of anime. */
export const animeFilters = {
  year: optional(animeParameters.year),
  season: optional(animeParameters.season),
  format: optional(animeParameters.format),
  status: optional(animeParameters.status),
  genre: optional(animeParameters.genre),
  studio: optional(animeParameters.studio),
  isAdult: optional(animeParameters.isAdult),
  startDate: optional(animeParameters.startDate),
  episodes: optional(animeParameters.episodes),
  airing: optional(animeParameters.airing),
};

/** The filter of a request, as the graph takes it. */
export function animeFilter(filters: z.output<z.ZodObject<typeof animeFilters>>) {
  const { year, season, format, status, genre, studio, isAdult, startDate, episodes, airing } = filters;
  return {
    year: year ?? null,
    season: season ?? null,
    format: format ?? null,
    status: status ?? null,
    genre: genre ?? null,
    studio: studio ?? null,
    isAdult: isAdult?.map((value) => (value === 'unknown' ? null : value === 'true')) ?? null,
    startDate: startDate ?? null,
    episodes: episodes ?? null,
    airing: airing ?? null,
  };
}
