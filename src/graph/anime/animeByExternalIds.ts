import type { Database } from '../../database/database.ts';
import type { EntityLoader } from '../reading/entityLoader.ts';
import { checkBulk } from '../reading/pageSize.ts';
import type { AnimeEntity } from './animeEntity.ts';

/**
 * The anime with these ids at one site, in their order. Where several anime carry the same id (possible at sites that
 * do not identify, docs/decisions.md#identity) it is the one with the smallest canonical id. Merged anime are left out.
 */
export async function findAnimeByExternalIds(
  database: Pick<Database, 'client'>,
  loader: EntityLoader<AnimeEntity>,
  site: string,
  ids: readonly string[],
): Promise<(AnimeEntity | null)[]> {
  // PostgreSQL's text cannot hold NUL: no stored id contains one.
  const asked = checkBulk(ids).filter((id) => !id.includes('\0'));
  if (asked.length === 0 || site.includes('\0')) return ids.map(() => null);
  const rows = await database.client.animeExternalId.findMany({
    where: { site, externalId: { in: asked }, anime: { mergedIntoId: null } },
    select: { externalId: true, animeId: true },
    orderBy: { animeId: 'desc' },
  });
  const animeIds = new Map(rows.map(({ externalId, animeId }) => [externalId, animeId]));
  return Promise.all(
    ids.map((id) => {
      const animeId = animeIds.get(id);
      return animeId === undefined ? null : loader.load(animeId);
    }),
  );
}
