import type { TransactionClient } from '../../database/database.ts';
import type { EntityKey } from '../reading/entityFields.ts';
import { sharedLoader } from '../reading/loaders.ts';

/**
 * Keys of episodes by id. An id that ended when two anime were merged leads to the episode that it became, whose own
 * id the key has.
 */
export const episodeKeyLoader = sharedLoader(async (client: TransactionClient, ids) => {
  const found = new Map<string, EntityKey>();
  const keysOf = { select: { id: true, version: true } } as const;
  for (const { id, version } of await client.episode.findMany({ where: { id: { in: [...ids] } }, ...keysOf })) {
    found.set(id, { id, version: String(version) });
  }
  const ended = ids.filter((id) => !found.has(id));
  if (ended.length === 0) return found;
  const aliases = await client.episodeAlias.findMany({
    where: { id: { in: ended } },
    select: { id: true, episode: keysOf },
  });
  for (const { id, episode } of aliases) found.set(id, { id: episode.id, version: String(episode.version) });
  return found;
});

/** The key of the anime of an episode, by the episode's id. */
export const animeKeyOfEpisodeLoader = sharedLoader(async (client: TransactionClient, ids) => {
  const rows = await client.episode.findMany({
    relationLoadStrategy: 'join',
    where: { id: { in: [...ids] } },
    select: { id: true, anime: { select: { id: true, version: true } } },
  });
  return new Map(
    rows.map(({ id, anime }): [string, EntityKey] => [id, { id: anime.id, version: String(anime.version) }]),
  );
});
