import type { Database } from '../../database/database.ts';

type WeighingDatabase = Pick<Database, 'client' | 'read'>;

/** Weighed in one transaction: on the embedded database readers wait meanwhile. */
const BATCH = 500;

/**
 * Brings the prominence of these anime up to date, and of those that they continue or that continue them (docs/search.md#prominence).
 * Those that are weighed already cost next to nothing, so several processes may do the same.
 */
export async function weighAnime(database: WeighingDatabase, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += BATCH) {
    await database.client.$executeRaw`SELECT anime_weigh(${ids.slice(start, start + BATCH)}::uuid[])`;
  }
}

/** As weighAnime, of every anime that has changed since it was weighed, whoever was there to hear of it. */
export async function weighAll(database: WeighingDatabase): Promise<void> {
  const rows = await database.read({
    text: `SELECT a.id::text FROM anime a LEFT JOIN anime_prominence p ON p.anime_id = a.id
        WHERE (p.weighed_version, p.weighed_popularity) IS DISTINCT FROM (a.version, a.popularity)
      UNION ALL
      SELECT p.anime_id::text FROM anime_prominence p WHERE NOT EXISTS (SELECT FROM anime a WHERE a.id = p.anime_id)`,
    values: [],
  });
  await weighAnime(
    database,
    rows.flatMap(([id]) => id ?? []),
  );
}
