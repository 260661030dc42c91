import DataLoader from 'dataloader';
import type { Database } from '../../database/database.ts';
import { Coalescer } from '../reading/coalescer.ts';
import type { VersionedEntity } from '../reading/entitySource.ts';
import type { LoaderSources } from '../reading/loaders.ts';

/** The id and version of the anime of an episode, by the episode's id; concurrent requests share its statements. */
export const animeOfEpisodes = ({ database, stores }: LoaderSources) => {
  const read = (ids: readonly string[]) =>
    database.inTransaction ? readKeys(database, ids) : stores.of(createShared).load(ids);
  return new DataLoader<string, VersionedEntity | null>(async (ids) => {
    const found = await read(ids);
    return ids.map((id) => found.get(id) ?? null);
  });
};

const createShared = (database: Database) =>
  new Coalescer<string, VersionedEntity>((ids) => readKeys(database, ids), { keys: 200 });

async function readKeys(
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
