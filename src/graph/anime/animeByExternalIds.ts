import type { Database } from '../../database/database.ts';
import { checkBulk } from '../reading/bulkRead.ts';
import type { EntityLoader } from '../reading/entityLoader.ts';
import type { AnimeEntity } from './animeEntity.ts';

/**
 * The anime with these ids at one site, in their order. Where several anime carry the same id (possible at sites that do not
 * identify, docs/decisions.md#identity) it is the one with the smallest canonical id. Merged anime are left out.
 */
export async function findAnimeByExternalIds(
  database: Pick<Database, 'read'>,
  loader: EntityLoader<AnimeEntity>,
  site: string,
  ids: readonly string[],
): Promise<(AnimeEntity | null)[]> {
  // PostgreSQL takes no NUL in text: no stored id holds one.
  const asked = checkBulk(ids).filter((id) => !id.includes('\0'));
  if (asked.length === 0 || site.includes('\0')) return ids.map(() => null);
  const rows = await database.read({
    text: `SELECT x.external_id, min(x.anime_id::text) AS anime_id FROM anime_external_id x
      JOIN anime a ON a.id = x.anime_id AND a.merged_into_id IS NULL
      WHERE x.site = $1::text AND x.external_id = ANY($2::text[]) GROUP BY x.external_id`,
    values: [site, asked],
  });
  const animeIds = new Map(rows as readonly (readonly [string, string])[]);
  return Promise.all(
    ids.map((id) => {
      const animeId = animeIds.get(id);
      return animeId === undefined ? null : loader.load(animeId);
    }),
  );
}
