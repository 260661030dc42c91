import type { z } from 'zod';
import { YEARS } from '../../graph/model/limits.ts';
import { ANIME_FORMATS, ANIME_STATUSES, SEASONS, WEEKDAYS } from '../../graph/model/vocabulary.ts';
import { integerParameter, uuidParameter } from '../parameters/kinds.ts';
import { choicesParameter, slugsParameter } from '../parameters/lists.ts';
import { optional } from '../parameters/parameter.ts';
import { dateRangeParameter, integerRangeParameter } from '../parameters/ranges.ts';

/** The anime in a path. */
export const animeId = uuidParameter({ description: 'Canonical anime identifier, a UUID in any case.' });

/** The anime to which a list is limited. */
export const ofAnime = optional(
  uuidParameter({
    description:
      'Only what belongs to this anime. An unknown identifier finds nothing; a merged one finds the survivor’s.',
  }),
);

/** The filters of lists of anime; some are those of their episodes too. */
export const animeFilters = {
  year: optional(integerParameter({ minimum: YEARS.from, maximum: YEARS.to, description: 'Only anime of this year.' })),
  season: optional(
    choicesParameter({ choices: SEASONS, description: 'Only anime of one of these broadcast seasons.' }),
  ),
  format: optional(choicesParameter({ choices: ANIME_FORMATS, description: 'Only these catalog formats.' })),
  status: optional(choicesParameter({ choices: ANIME_STATUSES, description: 'Only anime of one of these statuses.' })),
  genre: optional(
    slugsParameter({
      source: '/v1/genres',
      description: 'Only anime of all these genres: canonical slugs from /v1/genres. An unknown one is refused.',
    }),
  ),
  studio: optional(
    slugsParameter({
      source: '/v1/studios',
      description: 'Only anime of one of these studios: canonical slugs from /v1/studios. An unknown one is refused.',
    }),
  ),
  isAdult: optional(
    choicesParameter({
      choices: ['true', 'false', 'unknown'],
      description: 'Only anime for adults, not for adults, or of which that is unknown.',
    }),
  ),
  startDate: optional(
    dateRangeParameter({
      description:
        'Only anime that started on this date or in this range, both ends included. An unknown date is in none.',
    }),
  ),
  episodes: optional(
    integerRangeParameter({
      maximum: 2 ** 31 - 1,
      description:
        'Only anime with this number of episodes or one in this range, both ends included. Anime without an episode count never match.',
    }),
  ),
  airing: optional(
    choicesParameter({
      choices: WEEKDAYS,
      description:
        'Only airing anime with a weekly broadcast on one of these days, in the time zone of the broadcast. It confirms no release.',
    }),
  ),
};

/** What zod has read: a parameter that is not sent is no member. */
type Sent<Values> = { [Name in keyof Values]: Exclude<Values[Name], undefined> };

/** The filter of a request, as the graph takes it. */
export function animeFilter({ isAdult, ...others }: z.output<z.ZodObject<typeof animeFilters>>) {
  return {
    ...(others as Sent<typeof others>),
    ...(isAdult && { isAdult: isAdult.map((value) => (value === 'unknown' ? null : value === 'true')) }),
  };
}
