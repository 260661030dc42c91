import type { Database } from '../../database/database.ts';
import type { QueryReading, TitleMatch } from './queryReading.ts';

/** The title by which an anime is found: the preferred one, without ranges, when only its series has the name. */
export interface MatchedTitle extends Omit<TitleMatch, 'title'> {
  /** That of the anime. */
  readonly id: string;
  readonly title: string;
  /** BCP 47; null when unknown. */
  readonly language: string | null;
}

/** The matching titles of these anime; of an anime that has gone since it was found, the title at hand. */
export async function matchedTitles(
  database: Pick<Database, 'read'>,
  { match }: QueryReading,
  anime: readonly { readonly id: string; readonly title?: string }[],
): Promise<MatchedTitle[]> {
  if (anime.length === 0) return [];
  const rows = await database.read({
    text: `SELECT a.id::text, (SELECT json_agg(json_build_array(t.title, t.language) ORDER BY t.position)::text FROM (
        SELECT 0 AS position, a.title, (SELECT p.language FROM anime_title p WHERE p.anime_id = a.id AND p.position = 0)
        UNION ALL SELECT o.position, o.title, o.language FROM anime_title o WHERE o.anime_id = a.id AND o.position > 0) t)
      FROM anime a WHERE a.id = ANY($1::uuid[]) AND a.merged_into_id IS NULL`,
    values: [anime.map(({ id }) => id)],
  });
  const own = new Map(rows.map(([id, titles]) => [id, JSON.parse(titles ?? '[]') as LabelledTitle[]]));
  return anime.map(({ id, title: known = '' }) => {
    const titles = own.get(id) ?? [[known, null]];
    const matched = match(titles.map(([title]) => title)) ?? UNMATCHED;
    const [title, language] = titles[matched.title] ?? [known, null];
    return { ...matched, id, title, language };
  });
}

type LabelledTitle = [title: string, language: string | null];

const UNMATCHED: TitleMatch = { title: 0, ranges: [], corrected: [], leftOut: [] };
