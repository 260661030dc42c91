import type { Database } from '../../database/database.ts';

type ProminenceDatabase = Pick<Database, 'client'>;

/** Anime per transaction, during which readers of the embedded database wait. */
const BATCH = 500;

/**
 * Updates the prominence of these anime and of their predecessors and sequels (docs/search.md#prominence). Anime that
 * are up to date cost next to nothing, so several processes may update the same ones.
 */
export async function updateProminence(database: ProminenceDatabase, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += BATCH) {
    await database.client.$executeRaw`SELECT update_prominence(${ids.slice(start, start + BATCH)}::uuid[])`;
  }
}

/** Like updateProminence, for every anime changed since its last update. */
export async function updateAllProminence(database: ProminenceDatabase): Promise<void> {
  const rows = await database.client.$queryRaw<{ id: string }[]>`
      SELECT a.id FROM anime a LEFT JOIN anime_prominence p ON p.anime_id = a.id
        WHERE (p.scored_version, p.scored_popularity) IS DISTINCT FROM (a.version, a.popularity)
      UNION ALL
      SELECT p.anime_id FROM anime_prominence p WHERE NOT EXISTS (SELECT FROM anime a WHERE a.id = p.anime_id)`;
  await updateProminence(
    database,
    rows.map(({ id }) => id),
  );
}
