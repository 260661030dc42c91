import type { Database } from '../../src/database/database.ts';

/** What says something else of its genres and studios than the links do: `anime.terms` and counts of anime. */
export async function wrongTerms({ client }: Pick<Database, 'client'>): Promise<readonly unknown[]> {
  const counts = (term: string) => `
    SELECT t.slug, t.anime_count::text AS said, c.count::text AS counted FROM ${term} t CROSS JOIN LATERAL (
      SELECT count(*) FROM anime_${term} l JOIN anime a ON a.id = l.anime_id AND a.merged_into_id IS NULL WHERE l.${term}_id = t.id) c
    WHERE t.anime_count <> c.count`;
  return await client.$queryRawUnsafe(`
    SELECT a.id::text, a.terms::text, l.terms::text FROM anime a CROSS JOIN LATERAL (
      SELECT ARRAY(SELECT t.number FROM anime_genre l JOIN genre t ON t.id = l.genre_id WHERE l.anime_id = a.id
        UNION ALL SELECT t.number FROM anime_studio l JOIN studio t ON t.id = l.studio_id WHERE l.anime_id = a.id ORDER BY number) AS terms) l
    WHERE a.terms <> l.terms UNION ALL ${counts('genre')} UNION ALL ${counts('studio')}`);
}
