import type { Database } from '../../database/database.ts';
import type { VersionedEntity } from '../reading/entitySource.ts';
import { sharedLoader } from '../reading/loaders.ts';

/** The id and version of the anime of an episode, by the episode's id. */
export const animeOfEpisodes = sharedLoader(readAnime);

async function readAnime(
  database: Pick<Database, 'read'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, VersionedEntity>> {
  const rows = await database.read({
    text: `SELECT e.id::text AS episode_id, a.id::text AS id, a.version::text AS version
      FROM episode e JOIN anime a ON a.id = e.anime_id WHERE e.id = ANY($1::uuid[])`,
    values: [ids],
  });
  return new Map(rows.map(([episode, id, version]) => [episode ?? '', { id: id ?? '', version: version ?? '' }]));
}
