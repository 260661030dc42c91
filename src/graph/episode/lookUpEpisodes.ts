import type { Database } from '../../database/database.ts';
import { Bindings } from '../reading/keysetList.ts';
import { type Lookup, readLookup } from '../reading/lookup.ts';
import { checkBulk } from '../reading/pageSize.ts';
import type { WantedNodes } from '../reading/selection.ts';
import { type EpisodeEntity, episodeSource } from './episodeEntity.ts';

/** Episodes by ids; one that ended in a merge leads to the episode that it became. */
export function lookUpEpisodes(
  database: Pick<Database, 'read'>,
  ids: readonly string[],
  wanted: WantedNodes,
): Promise<Lookup<EpisodeEntity>> {
  const bindings = new Bindings();
  const found = `SELECT k.n, coalesce(e.id, l.episode_id) AS id
    FROM unnest(${bindings.add(checkBulk(ids), 'uuid[]')}) WITH ORDINALITY k (id, n)
    LEFT JOIN episode e ON e.id = k.id LEFT JOIN episode_alias l ON l.id = k.id`;
  return readLookup(database, episodeSource, { found, bindings, asked: ids.length, parameter: 'ids' }, wanted);
}
