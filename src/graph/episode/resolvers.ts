import type { GraphQLResolveInfo } from 'graphql';
import type { Database } from '../../database/database.ts';
import type { AnimeEntity } from '../anime/animeEntity.ts';
import type { AnimeNode } from '../anime/animeNode.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { checkBulk } from '../reading/bulkRead.ts';
import type { EntityLoader } from '../reading/entityLoader.ts';
import { selectsOnly, wantedNodes } from '../reading/selection.ts';
import type { EpisodeEntity } from './episodeEntity.ts';
import { listReleases, listSchedules } from './episodeLists.ts';

/** Fields that an episode's entity holds of its anime. */
const PARENT: ReadonlySet<string> = new Set(['id', 'title', 'format']);
const ASKED: ReadonlySet<string> = new Set([...PARENT, 'mergedInto']);

export const episodeResolvers: Resolvers = {
  Query: {
    episode: async (_root, { id }, { database, loaders }) =>
      (await loaders.episodes.load(id)) ?? (await loadSurvivor(database, loaders.episodes, id)),
    episodeVersion: (_root, { id }, { loaders }) => loaders.episodeVersions.load(id),
    episodesByIds: (_root, { ids }, { loaders }) => loaders.episodes.loadMany(checkBulk(ids)),
    animeEpisodes: (_root, { animeId, first, after }, { loaders }, info) => {
      const wanted = wantedNodes(info);
      return loaders.episodesOfAnime.load({ animeId, first, after: after ?? null, wanted });
    },
    releases: (_root, request, context, info) => listReleases(context, request, wantedNodes(info)),
    schedules: (_root, request, context, info) => listSchedules(context, request, wantedNodes(info)),
  },
  Episode: {
    anime: ({ id, anime }, _arguments, { loaders }, info) =>
      anime === undefined ? loadParent(loaders, id) : parentOf(anime, PARENT, loaders.anime, info),
  },
  AnimeEpisodeConnection: {
    anime: ({ anime }, _arguments, { loaders }, info) => parentOf(anime, ASKED, loaders.anime, info),
  },
};

/** The episode that the one with this id became when two anime were merged, or null. */
async function loadSurvivor(
  database: Pick<Database, 'client'>,
  episodes: EntityLoader<EpisodeEntity>,
  id: string,
): Promise<EpisodeEntity | null> {
  const alias = await database.client.episodeAlias.findUnique({ where: { id } });
  return alias === null ? null : episodes.load(alias.episodeId);
}

async function loadParent(
  loaders: { readonly episodes: EntityLoader<EpisodeEntity>; readonly anime: EntityLoader<AnimeEntity> },
  episodeId: string,
): Promise<AnimeNode> {
  const episode = await loaders.episodes.load(episodeId);
  const anime = episode === null ? null : await loaders.anime.load(episode.anime.id);
  if (anime === null) throw new Error(`episode ${episodeId} went away while it was read`);
  return anime;
}

/** What was read with the episode where that suffices, else the whole anime. */
function parentOf(
  parent: AnimeNode,
  held: ReadonlySet<string>,
  loader: EntityLoader<AnimeEntity>,
  info: GraphQLResolveInfo,
): AnimeNode | Promise<AnimeNode> {
  if (selectsOnly(info, held)) return parent;
  return loader.load(parent.id).then((anime) => {
    if (anime === null) throw new Error(`anime ${parent.id} went away while its episode was read`);
    return anime;
  });
}
