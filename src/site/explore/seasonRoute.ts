import { z } from 'zod';
import { YEARS } from '../../graph/model/limits.ts';
import { ANIME_FORMATS, SEASONS, type Season } from '../../graph/model/vocabulary.ts';
import { animeParameters } from '../../rest/anime/animeParameters.ts';
import type { animeSchema } from '../../rest/anime/animeResource.ts';
import { listAnime } from '../../rest/anime/listAnime.ts';
import { choiceParameter } from '../../rest/parameters/kinds.ts';
import { optional } from '../../rest/parameters/parameter.ts';
import { readValues } from '../../rest/parameters/read.ts';
import type { ExploreRoute } from './exploreRoute.ts';
import type { Listed } from './listed.ts';

const values = z.object({
  year: animeParameters.year,
  season: choiceParameter({ choices: SEASONS, description: 'The season.' }),
  format: optional(choiceParameter({ choices: ANIME_FORMATS, description: 'The format that alone is shown.' })),
});

/** `/explore/season/{year}/{season}`: the anime of a season. */
export const seasonRoute: ExploreRoute = {
  path: '/explore/season/{year}/{season}',
  query: ['format', 'after'],
  async render(request, texts) {
    const { year, season, format = null } = readValues(values, texts);
    const list = await request.ask<Listed<z.output<typeof animeSchema>>>(listAnime, { ...texts, limit: '100' });
    const { seasonPage } = await import('./seasonPage.tsx');
    const beside = besideOf(year, season);
    return seasonPage({ reader: request.reader, year, season, format, formats: ANIME_FORMATS, list, beside });
  },
};

/** The seasons before and after, of the years that anime may have. */
function besideOf(year: number, season: Season) {
  const position = year * SEASONS.length + SEASONS.indexOf(season);
  return [position - 1, position + 1].flatMap((at) => {
    const its = { year: Math.floor(at / SEASONS.length), season: SEASONS[at % SEASONS.length] ?? 'winter' };
    return its.year >= YEARS.from && its.year <= YEARS.to ? [its] : [];
  });
}
