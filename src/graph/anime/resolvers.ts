import type { Resolvers } from '../generated/resolvers.ts';
import { entityFields } from '../reading/entityFields.ts';
import { checkBulk } from '../reading/pageSize.ts';
import { animeLoader } from './animeEntity.ts';
import { animeKeyLoader } from './animeKeys.ts';
import { listAnime, listAnimeChanges, listPremieres } from './animeLists.ts';
import { lookUpAnimeByExternalIds, lookUpAnimeByIds } from './lookUpAnime.ts';

export const animeResolvers: Resolvers = {
  Query: {
    anime: (_root, { id }, { loaders }) => loaders.of(animeKeyLoader).load(id),
    animeByIds: (_root, { ids }, { loaders }) =>
      Promise.all(checkBulk(ids).map((id) => loaders.of(animeLoader).load(id))),
    animeLookup: (_root, { ids }, { loaders }) => lookUpAnimeByIds(loaders, ids),
    animeByExternalIds: (_root, { ids }, context) => lookUpAnimeByExternalIds(context, ids),
    animeList: (_root, request, context) => listAnime(context, request),
    animeChanges: (_root, request, context) => listAnimeChanges(context, request),
    premieres: (_root, request, context) => listPremieres(context, request),
  },
  Anime: {
    ...entityFields(animeLoader, [
      'version',
      'title',
      'titleLanguage',
      'alternativeTitles',
      'titles',
      'format',
      'status',
      'startDate',
      'endDate',
      'year',
      'season',
      'episodeCount',
      'durationMinutes',
      'synopsis',
      'images',
      'genres',
      'studios',
      'externalIds',
      'relations',
      'isAdult',
      'broadcast',
      'officialSite',
      'revision',
      'mergedIds',
      'createdAt',
      'updatedAt',
    ]),
    mergedInto: async ({ id, mergedIntoId: known }, _arguments, { loaders }) => {
      const survivor = known === undefined ? (await loaders.of(animeLoader).load(id))?.mergedIntoId : known;
      return survivor ? { id: survivor } : null;
    },
  },
};
