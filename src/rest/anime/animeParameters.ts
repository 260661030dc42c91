import { YEARS } from '../../graph/model/limits.ts';
import { ANIME_FORMATS, ANIME_STATUSES, SEASONS, WEEKDAYS } from '../../graph/model/vocabulary.ts';
import { integerParameter, uuidParameter } from '../parameters/kinds.ts';
import { choicesParameter, slugsParameter } from '../parameters/lists.ts';
import { dateRangeParameter, integerRangeParameter } from '../parameters/ranges.ts';

/** Parameters shared by several endpoints. */
export const animeParameters = {
  id: uuidParameter({ description: 'Canonical anime identifier, a UUID in any case.' }),
  animeId: uuidParameter({
    description:
      'Only what belongs to this anime. An unknown identifier finds nothing; a merged one finds the survivor’s.',
  }),
  year: integerParameter({ minimum: YEARS.from, maximum: YEARS.to, description: 'Only anime of this year.' }),
  season: choicesParameter({ choices: SEASONS, description: 'Only anime of one of these broadcast seasons.' }),
  format: choicesParameter({ choices: ANIME_FORMATS, description: 'Only these catalog formats.' }),
  status: choicesParameter({ choices: ANIME_STATUSES, description: 'Only anime of one of these statuses.' }),
  genre: slugsParameter({
    source: '/v1/genres',
    description: 'Only anime of all these genres: canonical slugs from /v1/genres. An unknown one is refused.',
  }),
  studio: slugsParameter({
    source: '/v1/studios',
    description: 'Only anime of one of these studios: canonical slugs from /v1/studios. An unknown one is refused.',
  }),
  isAdult: choicesParameter({
    choices: ['true', 'false', 'unknown'],
    description: 'Only anime for adults, not for adults, or of which that is unknown.',
  }),
  airing: choicesParameter({
    choices: WEEKDAYS,
    description:
      'Only airing anime with a weekly broadcast on one of these days, in the time zone of the broadcast. It confirms no release.',
  }),
  startDate: dateRangeParameter({
    description:
      'Only anime that started on this date or in this range, both ends included. An unknown date is in none.',
  }),
  episodes: integerRangeParameter({
    maximum: 2 ** 31 - 1,
    description:
      'Only anime with this number of episodes or one in this range, both ends included. Anime without an episode count never match.',
  }),
};
