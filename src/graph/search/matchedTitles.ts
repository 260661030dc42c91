import type { VersionedEntity } from '../reading/entitySource.ts';
import { type Loaders, sharedLoader } from '../reading/loaders.ts';
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

/** The keys and titles of anime, which every search needs, at once; merged anime have none. */
const titledKeyLoader = sharedLoader<TitledKey>(async (database, ids) => {
  const rows = await database.read({
    text: `SELECT a.id::text, a.version::text, (SELECT json_agg(json_build_array(t.title, t.language) ORDER BY t.position)::text FROM (
        SELECT 0 AS position, a.title, (SELECT p.language FROM anime_title p WHERE p.anime_id = a.id AND p.position = 0)
        UNION ALL SELECT o.position, o.title, o.language FROM anime_title o WHERE o.anime_id = a.id AND o.position > 0) t)
      FROM anime a WHERE a.id = ANY($1::uuid[]) AND a.merged_into_id IS NULL`,
    values: [ids],
  });
  return new Map(
    rows.map(([id, version, titles]) => [
      id ?? '',
      { id: id ?? '', version: version ?? '', labelledTitles: JSON.parse(titles ?? '[]') as LabelledTitle[] },
    ]),
  );
});

/** Those of these anime that exist unmerged, in this order. */
export async function readTitledKeys(loaders: Loaders, ids: readonly string[]): Promise<readonly TitledKey[]> {
  const loader = loaders.of(titledKeyLoader);
  const keys = await Promise.all(ids.map((id) => loader.load(id)));
  return keys.filter((key) => key !== null);
}

/** The matching titles of these anime, read where they are not known; of an anime that has gone, the title at hand. */
export async function matchedTitles(
  loaders: Loaders,
  { match }: QueryReading,
  anime: readonly Found[],
): Promise<MatchedTitle[]> {
  const unknown = anime.filter(({ labelledTitles }) => labelledTitles === undefined);
  const read = await readTitledKeys(
    loaders,
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
