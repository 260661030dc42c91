import { SearchUnavailableError } from '../model/errors.ts';
import { MOST_SUGGESTIONS } from '../model/limits.ts';
import { type MatchedTitle, matchedTitles } from './matchedTitles.ts';
import { checkQuery, readPublished, type SearchContext } from './searchAnime.ts';

/**
 * The best hits by their matching titles. The index lags behind the tables: hits that no longer exist are left out.
 * @throws CatalogError invalid_parameter; SearchUnavailableError
 */
export async function suggestAnime(
  { search, loaders }: Pick<SearchContext, 'search' | 'loaders'>,
  q: string,
): Promise<Pick<MatchedTitle, 'id' | 'title' | 'language' | 'format' | 'year'>[]> {
  checkQuery(q);
  if (search === null) throw new SearchUnavailableError('search is off');
  const { hits } = await search.search({ q: q.trim(), filters: {}, limit: MOST_SUGGESTIONS });
  return matchedTitles(search.read(q), await readPublished(loaders, hits));
}
