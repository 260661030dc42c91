import type { GraphQLResolveInfo } from 'graphql';
import type { Database } from '../../database/database.ts';
import type { AnimeEntity } from '../anime/animeEntity.ts';
import type { AnimeNode } from '../anime/animeNode.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { checkBulk } from '../reading/bulkRead.ts';
import type { EntityLoader } from '../reading/entityLoader.ts';
import { selectedFields, selectsOnly } from '../reading/selection.ts';
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
      const withNodes = selectedFields(info).has('nodes');
      return loaders.episodesOfAnime.load({ animeId, first, after: after ?? null, withNodes });
    },
    releases: (_root, request, context, info) => listReleases(context, request, selectedFields(info).has('nodes')),
    schedules: (_root, request, context, info) => listSchedules(context, request, selectedFields(info).has('nodes')),
  },
  Episode: {
    anime: ({ anime }, _arguments, { loaders }, info) => parentOf(anime, PARENT, loaders.anime, info),
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
