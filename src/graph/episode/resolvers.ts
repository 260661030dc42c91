import type { GraphQLResolveInfo } from 'graphql';
import { type AnimeNode, animeLoader } from '../anime/animeEntity.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import type { Loaders } from '../reading/loaders.ts';
import { lookupOf } from '../reading/lookup.ts';
import { checkBulk } from '../reading/pageSize.ts';
import { selectsOnly, wantedNodes } from '../reading/selection.ts';
import { animeOfEpisodes } from './animeOfEpisodes.ts';
import { type BriefEpisode, lastReleasedEpisodes, nextEpisodes } from './currentEpisodes.ts';
import { type EpisodeNode, episodeLoader, episodeSource } from './episodeEntity.ts';
import { listReleases, listSchedules } from './episodeLists.ts';
import { episodesOfAnime } from './episodesOfAnime.ts';
import { listEpisodeChanges } from './listEpisodeChanges.ts';

/** Fields of the anime that an episode's entity holds. */
const PARENT: ReadonlySet<string> = new Set(['id', 'title', 'format']);
const ASKED: ReadonlySet<string> = new Set([...PARENT, 'mergedInto']);
/** Fields of an anime's key, and of an episode in brief. */
const KEY: ReadonlySet<string> = new Set(['id', 'version']);
const BRIEF: ReadonlySet<string> = new Set([...KEY, 'number', 'title', 'status', 'scheduledAt', 'releasedAt']);

/** Episodes by ids; one that ended in a merge leads to the episode that it became. */
const episodesByIdsLookup = lookupOf({
  source: episodeSource,
  found: (ids, bindings) => `SELECT k.n, coalesce(e.id, l.episode_id) AS id
    FROM unnest(${bindings.add(ids, 'uuid[]')}) WITH ORDINALITY k (id, n)
    LEFT JOIN episode e ON e.id = k.id LEFT JOIN episode_alias l ON l.id = k.id`,
  parameter: 'ids',
});

export const episodeResolvers: Resolvers = {
  Query: {
    episode: async (_root, { id }, { database, loaders }) => {
      const episode = await loaders.of(episodeLoader).load(id);
      if (episode !== null) return episode;
      // After a merge of its anime, the episode may have become another.
      const alias = await database.client.episodeAlias.findUnique({ where: { id } });
      return alias === null ? null : loaders.of(episodeLoader).load(alias.episodeId);
    },
    episodeVersion: (_root, { id }, { loaders }) => loaders.of(episodeLoader).loadVersion(id),
    episodesByIds: (_root, { ids }, { loaders }) => loaders.of(episodeLoader).loadMany(checkBulk(ids)),
    episodeLookup: (_root, { ids }, { loaders }, info) =>
      loaders.of(episodesByIdsLookup).find(checkBulk(ids), wantedNodes(info)),
    animeEpisodes: (_root, { animeId, first, after }, { loaders }, info) =>
      loaders.of(episodesOfAnime).load({ animeId, first, after: after ?? null, wanted: wantedNodes(info) }),
    nextEpisodes: (_root, { ids }, context, info) => currentOf(nextEpisodes, checkBulk(ids), context, info),
    lastReleasedEpisodes: (_root, { ids }, context, info) =>
      currentOf(lastReleasedEpisodes, checkBulk(ids), context, info),
    animeOfEpisodes: (_root, { ids }, { loaders }, info) =>
      Promise.all(
        checkBulk(ids).map(async (id) => {
          const key = await loaders.of(animeOfEpisodes).load(id);
          return key === null || selectsOnly(info, KEY) ? key : loaders.of(animeLoader).load(key.id);
        }),
      ),
    episodeChanges: (_root, request, context, info) => listEpisodeChanges(context, request, wantedNodes(info)),
    releases: (_root, request, context, info) => listReleases(context, request, wantedNodes(info)),
    schedules: (_root, request, context, info) => listSchedules(context, request, wantedNodes(info)),
  },
  Anime: {
    episodes: async ({ id }, { first, after }, { loaders }, info) => {
      const wanted = wantedNodes(info);
      const page = await loaders.of(episodesOfAnime).load({ animeId: id, first, after: after ?? null, wanted });
      return existing(page, `anime ${id}`);
    },
    nextEpisode: async ({ id }, _arguments, context, info) =>
      (await currentOf(nextEpisodes, [id], context, info))[0] ?? null,
    lastReleased: async ({ id }, _arguments, context, info) =>
      (await currentOf(lastReleasedEpisodes, [id], context, info))[0] ?? null,
  },
  Episode: {
    anime: async ({ id, anime }, _arguments, { loaders }, info) => {
      if (anime !== undefined) return parentOf(anime, PARENT, loaders, info);
      const episode = existing(await loaders.of(episodeLoader).load(id), `episode ${id}`);
      return existing(await loaders.of(animeLoader).load(episode.anime.id), `anime ${episode.anime.id}`);
    },
  },
  AnimeEpisodeConnection: {
    anime: ({ anime }, _arguments, { loaders }, info) => parentOf(anime, ASKED, loaders, info),
  },
};

/** The anime as read with the episode where that suffices, else the whole entity. */
function parentOf(
  parent: AnimeNode,
  known: ReadonlySet<string>,
  loaders: Loaders,
  info: GraphQLResolveInfo,
): AnimeNode | Promise<AnimeNode> {
  if (selectsOnly(info, known)) return parent;
  return loaders
    .of(animeLoader)
    .load(parent.id)
    .then((anime) => existing(anime, `anime ${parent.id}`));
}

/** The current episode of each anime: in brief where that suffices, else the whole entity. */
function currentOf(
  current: typeof nextEpisodes,
  animeIds: readonly string[],
  { loaders, now }: { readonly loaders: Loaders; readonly now: () => Date },
  info: GraphQLResolveInfo,
): Promise<readonly (EpisodeNode | null)[]> {
  const at = now();
  const wholeOf = async (brief: BriefEpisode | null) => brief && loaders.of(episodeLoader).load(brief.id);
  return Promise.all(
    animeIds.map(async (animeId) => {
      const brief = await loaders.of(current).load({ animeId, at });
      return selectsOnly(info, BRIEF) ? brief : wholeOf(brief);
    }),
  );
}

function existing<Value>(value: Value | null, name: string): Value {
  if (value === null) throw new Error(`${name} was deleted while it was read`);
  return value;
}
