import type { Database } from '../../database/database.ts';
import type { VersionedEntity } from '../reading/entitySource.ts';
import type { QueryReading, TitleMatch } from './queryReading.ts';

/** The title by which an anime is found: the preferred one, without ranges, when only its series has the name. */
export interface MatchedTitle extends Omit<TitleMatch, 'title'> {
  /** That of the anime. */
  readonly id: string;
  readonly title: string;
  /** BCP 47; null when unknown. */
  readonly language: string | null;
}

type LabelledTitle = [title: string, language: string | null];

/** A hit's key, and what its matching title is chosen from, the preferred title first. */
export interface TitledKey extends VersionedEntity {
  readonly labelledTitles: readonly LabelledTitle[];
}

/** What a hit is known by when its titles are matched. */
interface Found {
  readonly id: string;
  readonly title?: string;
  readonly labelledTitles?: readonly LabelledTitle[];
}

/** Those of these anime that exist unmerged, in this order: keys and titles, which every search needs, at once. */
export async function readTitledKeys(
  database: Pick<Database, 'read'>,
  ids: readonly string[],
): Promise<readonly TitledKey[]> {
  if (ids.length === 0) return [];
  const rows = await database.read({
    text: `SELECT a.id::text, a.version::text, (SELECT json_agg(json_build_array(t.title, t.language) ORDER BY t.position)::text FROM (
        SELECT 0 AS position, a.title, (SELECT p.language FROM anime_title p WHERE p.anime_id = a.id AND p.position = 0)
        UNION ALL SELECT o.position, o.title, o.language FROM anime_title o WHERE o.anime_id = a.id AND o.position > 0) t)
      FROM anime a WHERE a.id = ANY($1::uuid[]) AND a.merged_into_id IS NULL ORDER BY array_position($1::uuid[], a.id)`,
    values: [ids],
  });
  return rows.map(([id, version, titles]) => ({
    id: id ?? '',
    version: version ?? '',
    labelledTitles: JSON.parse(titles ?? '[]') as LabelledTitle[],
  }));
}

/** The matching titles of these anime, read where they are not known; of an anime that has gone, the title at hand. */
export async function matchedTitles(
  database: Pick<Database, 'read'>,
  { match }: QueryReading,
  anime: readonly Found[],
): Promise<MatchedTitle[]> {
  const unknown = anime.filter(({ labelledTitles }) => labelledTitles === undefined);
  const read = await readTitledKeys(
    database,
    unknown.map(({ id }) => id),
  );
  const own = new Map(read.map(({ id, labelledTitles }) => [id, labelledTitles]));
  return anime.map(({ id, title: known = '', labelledTitles = own.get(id) ?? [[known, null]] }) => {
    const matched = match(labelledTitles.map(([title]) => title)) ?? UNMATCHED;
    const [title, language] = labelledTitles[matched.title] ?? [known, null];
    return { ...matched, id, title, language };
  });
}

const UNMATCHED: TitleMatch = { title: 0, ranges: [], corrected: [], leftOut: [] };
