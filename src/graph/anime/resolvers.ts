import type { Resolvers } from '../generated/resolvers.ts';
import { checkBulk } from '../reading/bulkRead.ts';
import { selectsOnly, wantedNodes } from '../reading/selection.ts';
import { findAnimeByExternalIds } from './animeByExternalIds.ts';
import { listAnime, listPremieres } from './animeLists.ts';

const ID_ALONE: ReadonlySet<string> = new Set(['id']);

export const animeResolvers: Resolvers = {
  Query: {
    anime: (_root, { id }, { loaders }) => loaders.anime.load(id),
    animeVersion: (_root, { id }, { loaders }) => loaders.animeVersions.load(id),
    animeByIds: (_root, { ids }, { loaders }) => loaders.anime.loadMany(checkBulk(ids)),
    animeByExternalIds: (_root, { site, ids }, { database, loaders }) =>
      findAnimeByExternalIds(database, loaders.anime, site, ids),
    animeList: (_root, request, context, info) => listAnime(context, request, wantedNodes(info)),
    premieres: (_root, request, context, info) => listPremieres(context, request, wantedNodes(info)),
  },
  Anime: {
    mergedInto: async (anime, _arguments, { loaders }, info) => {
      const survivor =
        anime.mergedIntoId === undefined ? (await loaders.anime.load(anime.id))?.mergedIntoId : anime.mergedIntoId;
      if (!survivor) return null;
      return selectsOnly(info, ID_ALONE) ? { id: survivor } : loaders.anime.load(survivor);
    },
    episodes: async ({ id }, { first, after }, { loaders }, info) => {
      const wanted = wantedNodes(info);
      const page = await loaders.episodesOfAnime.load({ animeId: id, first, after: after ?? null, wanted });
      if (page === null) throw new Error(`anime ${id} went away while its episodes were read`);
      return page;
    },
  },
};
