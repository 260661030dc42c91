import type { TransactionClient } from '../../database/database.ts';
import type { AnimeFormat } from '../model/vocabulary.ts';
import type { EntityKey } from '../reading/entityFields.ts';
import { sharedLoader } from '../reading/loaders.ts';
import type { QueryReading, TitleMatch } from './queryReading.ts';

/** The title by which an anime is found: the preferred one, without ranges, when only its series has the name. */
export interface MatchedTitle extends Omit<TitleMatch, 'title'> {
  /** That of the anime. */
  readonly id: string;
  readonly title: string;
  /** BCP 47; null when unknown. */
  readonly language: string | null;
  readonly format: AnimeFormat;
  readonly year: number | null;
}

/** A hit's key, and what its matching title is chosen from, the preferred title first. */
export interface TitledKey extends EntityKey {
  readonly format: AnimeFormat;
  readonly year: number | null;
  readonly titles: readonly { readonly title: string; readonly language: string | null }[];
}

/** The keys and titles of anime by id; merged anime have none. */
export const titledKeyLoader = sharedLoader(async (client: TransactionClient, ids) => {
  const rows = await client.anime.findMany({
    relationLoadStrategy: 'join',
    where: { id: { in: [...ids] }, mergedIntoId: null },
    select: {
      id: true,
      version: true,
      title: true,
      format: true,
      year: true,
      titles: { orderBy: { position: 'asc' }, select: { position: true, title: true, language: true } },
    },
  });
  return new Map(
    rows.map(({ id, version, title, titles, format, year }): [string, TitledKey] => {
      // The anime's own title counts, should it differ from the one at position 0.
      const [first] = titles;
      const preferred = { title, language: first?.position === 0 ? first.language : null };
      const others = titles.filter(({ position }) => position > 0);
      return [id, { id, version: String(version), format, year, titles: [preferred, ...others] }];
    }),
  );
});

/**
 * The matching titles of these anime.
 * @param first that of the first of them, where it is known
 */
export function matchedTitles(
  { match }: QueryReading,
  anime: readonly TitledKey[],
  first?: TitleMatch | null,
): MatchedTitle[] {
  return anime.map(({ id, titles, format, year }, at) => {
    const known = at === 0 ? first : undefined;
    const matched = (known ?? match(titles.map(({ title }) => title))) || { title: 0, ranges: [] };
    const { title = '', language = null } = titles[matched.title] ?? {};
    return { id, title, language, ranges: matched.ranges, format, year };
  });
}
