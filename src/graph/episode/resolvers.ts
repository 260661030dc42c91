import type { TransactionClient } from '../../database/database.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { type EntityKey, entityFields, entityKey, existing } from '../reading/entityFields.ts';
import { type ReadingContext, sharedLoader } from '../reading/loaders.ts';
import { lookupOf } from '../reading/lookup.ts';
import { checkBulk } from '../reading/pageSize.ts';
import { lastReleasedEpisodes, nextEpisodes } from './currentEpisodes.ts';
import { episodeLoader } from './episodeEntity.ts';
import { listEpisodeChanges, listReleases, listSchedules } from './episodeLists.ts';
import { episodesOfAnime } from './episodesOfAnime.ts';

/**
 * Keys of episodes by id. An id that ended when two anime were merged leads to the episode that it became, whose own
 * id the key has.
 */
const episodeKeyLoader = sharedLoader(async (client: TransactionClient, ids) => {
  const found = new Map<string, EntityKey>();
  const keysOf = { select: { id: true, version: true } } as const;
  const episodes = await client.episode.findMany({ where: { id: { in: [...ids] } }, ...keysOf });
  for (const episode of episodes) found.set(episode.id, entityKey(episode));
  const ended = ids.filter((id) => !found.has(id));
  if (ended.length === 0) return found;
  const aliases = await client.episodeAlias.findMany({
    where: { id: { in: ended } },
    select: { id: true, episode: keysOf },
  });
  for (const { id, episode } of aliases) found.set(id, entityKey(episode));
  return found;
});

/** The key of the anime of an episode, by the episode's id. */
const animeKeyOfEpisodeLoader = sharedLoader(async (client: TransactionClient, ids) => {
  const rows = await client.episode.findMany({
    relationLoadStrategy: 'join',
    where: { id: { in: [...ids] } },
    select: { id: true, anime: { select: { id: true, version: true } } },
  });
  return new Map(rows.map(({ id, anime }) => [id, entityKey(anime)]));
});

export const episodeResolvers: Resolvers = {
  Query: {
    episode: (_root, { id }, { loaders }) => loaders.of(episodeKeyLoader).load(id),
    episodesByIds: (_root, { ids }, { loaders }) =>
      Promise.all(checkBulk(ids).map((id) => loaders.of(episodeLoader).load(id))),
    episodeLookup: async (_root, { ids }, { loaders }) => {
      const found = await Promise.all(checkBulk(ids).map((id) => loaders.of(episodeKeyLoader).load(id)));
      return lookupOf(
        found.map((episode) => (episode === null ? [] : [episode])),
        'ids',
      );
    },
    animeEpisodes: (_root, request, { loaders }) => loaders.of(episodesOfAnime).load(request),
    nextEpisodes: (_root, { ids }, context) => currentOf(nextEpisodes, checkBulk(ids), context),
    lastReleasedEpisodes: (_root, { ids }, context) => currentOf(lastReleasedEpisodes, checkBulk(ids), context),
    animeOfEpisodes: (_root, { ids }, { loaders }) =>
      Promise.all(checkBulk(ids).map((id) => loaders.of(animeKeyOfEpisodeLoader).load(id))),
    episodeChanges: (_root, request, context) => listEpisodeChanges(context, request),
    releases: (_root, request, context) => listReleases(context, request),
    schedules: (_root, request, context) => listSchedules(context, request),
  },
  Anime: {
    episodes: async ({ id }, page, { loaders }) =>
      existing(await loaders.of(episodesOfAnime).load({ animeId: id, ...page }), `anime ${id}`),
    nextEpisode: async ({ id }, _arguments, context) => (await currentOf(nextEpisodes, [id], context))[0] ?? null,
    lastReleased: async ({ id }, _arguments, context) =>
      (await currentOf(lastReleasedEpisodes, [id], context))[0] ?? null,
  },
  Episode: entityFields(episodeLoader, [
    'anime',
    'version',
    'number',
    'title',
    'alternativeTitles',
    'status',
    'scheduledAt',
    'releasedAt',
    'revision',
    'createdAt',
    'updatedAt',
  ]),
};

/** The current episode of each anime. */
function currentOf(
  current: typeof nextEpisodes,
  animeIds: readonly string[],
  { loaders, now }: Pick<ReadingContext, 'loaders' | 'now'>,
) {
  const at = now();
  return Promise.all(animeIds.map((animeId) => loaders.of(current).load({ animeId, at })));
}
