import type { Database } from '../../database/database.ts';

/** How many anime carry each of these genres or studios, merged ones left out. */
export async function loadTermCounts(
  database: Pick<Database, 'read'>,
  term: 'genre' | 'studio',
  slugs: readonly string[],
): Promise<number[]> {
  // Links are counted from their index alone; the few of merged anime are subtracted.
  const links = `anime_${term} l WHERE l.${term}_id = t.id`;
  const merged = `anime m JOIN anime_${term} l ON l.anime_id = m.id WHERE m.merged_into_id IS NOT NULL AND l.${term}_id = t.id`;
  const rows = await database.read({
    text: `SELECT t.slug, ((SELECT count(*) FROM ${links}) - (SELECT count(*) FROM ${merged}))::text AS count
      FROM ${term} t WHERE t.slug = ANY($1::text[])`,
    values: [slugs],
  });
  const counts = new Map(rows as readonly (readonly [string, string])[]);
  return slugs.map((slug) => Number(counts.get(slug) ?? 0));
}
