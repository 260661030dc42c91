import type { TransactionClient } from '../../database/database.ts';
import { type EntityKey, entityKey } from '../reading/entityFields.ts';
import { groupBy } from '../reading/groupBy.ts';
import { type KeysetOrder, type Page, type PageRequest, pageOf, sliceOf } from '../reading/keyset.ts';
import { sharedLoader } from '../reading/loaders.ts';
import type { EpisodeParent } from './episodeEntity.ts';

interface AnimeEpisodesRequest extends PageRequest {
  readonly animeId: string;
}

/** A page of one anime's episodes, with the anime. */
export interface AnimeEpisodes extends Page<EntityKey> {
  readonly anime: EpisodeParent;
}

/** Within one anime: a number is unique there. */
const order: KeysetOrder<'number'> = {
  kind: 'episode.number',
  columns: [{ field: 'number', type: 'numeric', direction: 'asc' }],
};

/** An empty cursor is a wrong one, and none is no cursor. */
const pageKey = ({ first, after }: PageRequest) => JSON.stringify([first, after ?? null]);
const keyOf = (request: AnimeEpisodesRequest) => `${request.animeId} ${pageKey(request)}`;

/** A page of an anime's episodes; null for an unknown anime. Requests for the same page share a statement. */
export const episodesOfAnime = sharedLoader<AnimeEpisodes, AnimeEpisodesRequest>(async (client, requests) => {
  const found = new Map<string, AnimeEpisodes | Error>();
  for (const group of groupBy(requests, pageKey).values()) {
    const ids = group.map(({ animeId }) => animeId);
    try {
      for (const page of await readAnimeEpisodes(client, ids, group[0] as AnimeEpisodesRequest)) {
        found.set(keyOf({ ...(group[0] as AnimeEpisodesRequest), animeId: page.anime.id }), page);
      }
    } catch (error) {
      // A faulty page fails only its own callers.
      for (const request of group) found.set(keyOf(request), error as Error);
    }
  }
  return found;
}, keyOf);

async function readAnimeEpisodes(
  client: TransactionClient,
  animeIds: readonly string[],
  request: PageRequest,
): Promise<AnimeEpisodes[]> {
  const { where, orderBy, take } = sliceOf(order, request);
  const found = await client.anime.findMany({
    relationLoadStrategy: 'join',
    where: { id: { in: [...animeIds] } },
    select: {
      id: true,
      title: true,
      format: true,
      mergedIntoId: true,
      episodes: { where, orderBy, take, select: { id: true, version: true, number: true } },
    },
  });
  return found.map(({ episodes, ...anime }) => {
    const { nodes, pageInfo } = pageOf(order, request, episodes);
    return { anime, nodes: nodes.map(entityKey), pageInfo };
  });
}
