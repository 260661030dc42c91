import type { Resolvers } from '../generated/resolvers.ts';
import { checkBulk } from '../reading/pageSize.ts';
import { selectsOnly, wantedNodes } from '../reading/selection.ts';
import { animeLoader } from './animeEntity.ts';
import { listAnime, listPremieres } from './animeLists.ts';
import { listAnimeChanges } from './listAnimeChanges.ts';
import { lookUpAnimeByExternalIds, lookUpAnimeByIds } from './lookUpAnime.ts';

const ID_ALONE: ReadonlySet<string> = new Set(['id']);
/** Fields of the other anime that a relation has been read with. */
const RELATED: ReadonlySet<string> = new Set(['id', 'title', 'format']);

export const animeResolvers: Resolvers = {
  Query: {
    anime: (_root, { id }, { loaders }) => loaders.of(animeLoader).load(id),
    animeVersion: (_root, { id }, { loaders }) => loaders.of(animeLoader).loadVersion(id),
    animeByIds: (_root, { ids }, { loaders }) => loaders.of(animeLoader).loadMany(checkBulk(ids)),
    animeLookup: (_root, { ids }, context, info) => lookUpAnimeByIds(context, ids, wantedNodes(info)),
    animeByExternalIds: (_root, { ids }, context, info) => lookUpAnimeByExternalIds(context, ids, wantedNodes(info)),
    animeList: (_root, request, context, info) => listAnime(context, request, wantedNodes(info)),
    animeChanges: (_root, request, context, info) => listAnimeChanges(context, request, wantedNodes(info)),
    premieres: (_root, request, context, info) => listPremieres(context, request, wantedNodes(info)),
  },
  Anime: {
    mergedInto: async (anime, _arguments, { loaders }, info) => {
      const survivor =
        anime.mergedIntoId === undefined
          ? (await loaders.of(animeLoader).load(anime.id))?.mergedIntoId
          : anime.mergedIntoId;
      if (!survivor) return null;
      return selectsOnly(info, ID_ALONE) ? { id: survivor } : loaders.of(animeLoader).load(survivor);
    },
  },
  AnimeRelation: {
    anime: async ({ anime }, _arguments, { loaders }, info) => {
      if (selectsOnly(info, RELATED)) return anime;
      const related = await loaders.of(animeLoader).load(anime.id);
      if (related === null) throw new Error(`anime ${anime.id} was deleted while it was read`);
      return related;
    },
  },
};
