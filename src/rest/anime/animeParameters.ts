import { YEARS } from '../../graph/model/limits.ts';
import { ANIME_FORMATS, ANIME_STATUSES, SEASONS } from '../../graph/model/vocabulary.ts';
import { choiceParameter, integerParameter, slugParameter, uuidParameter } from '../parameters/kinds.ts';

/** Parameters shared by several endpoints. */
export const animeParameters = {
  id: uuidParameter({ description: 'Canonical anime identifier, a UUID in any case.' }),
  animeId: uuidParameter({
    description:
      'Only what belongs to this anime. An unknown identifier finds nothing; a merged one finds the survivor’s.',
  }),
  year: integerParameter({ minimum: YEARS.from, maximum: YEARS.to, description: 'Only anime of this year.' }),
  season: choiceParameter({ choices: SEASONS, description: 'Only anime of this broadcast season.' }),
  format: choiceParameter({ choices: ANIME_FORMATS, description: 'Only this catalog format.' }),
  status: choiceParameter({ choices: ANIME_STATUSES, description: 'Only anime of this status.' }),
  genre: slugParameter({
    source: '/v1/genres',
    description: 'Only anime of this genre: a canonical slug from /v1/genres. An unknown one is refused.',
  }),
  studio: slugParameter({
    source: '/v1/studios',
    description: 'Only anime of this studio: a canonical slug from /v1/studios. An unknown one is refused.',
  }),
};
