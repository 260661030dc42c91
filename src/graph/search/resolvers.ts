import type { Resolvers } from '../generated/resolvers.ts';
import { SearchUnavailableError } from '../model/errors.ts';
import { MOST_SUGGESTIONS } from '../model/limits.ts';
import { type MatchedTitle, matchedTitles } from './matchedTitles.ts';
import { checkQuery, readPublished, type SearchContext, searchAnime } from './searchAnime.ts';

const UNEXPLAINED = { matchedBy: null, corrected: [], leftOut: [], unmet: [] };

export const searchResolvers: Resolvers = {
  Query: {
    search: async (_root, { q, filter, facets: requested, first, after }, context) => {
      const request = { q, filter: filter ?? {}, facets: requested ?? [], first, after: after ?? null };
      return await searchAnime(context, request);
    },
    searchSuggestions: (_root, { q }, context) => suggestAnime(context, q),
    searchStatus: async (_root, _arguments, { searchAdministration }) => {
      const report = await searchAdministration?.report();
      if (report === undefined) {
        return {
          state: 'off',
          engine: null,
          index: null,
          documents: 0,
          builtAt: null,
          lagSeconds: null,
          rebuild: null,
          rebuildWanted: 0,
          rebuildDone: 0,
          lastError: null,
        };
      }
      return {
        ...report,
        builtAt: report.builtAt?.toISOString() ?? null,
      };
    },
  },
  SearchConnection: {
    matchedTitles: (page) => page.matchedTitles(),
    interpretation: ({ reading, explanation }) => ({ ...reading.hints, ...(explanation() ?? UNEXPLAINED) }),
    facets: ({ facets }) =>
      facets.map(({ field, values }) => ({
        field,
        values: values.map(({ value, count }) => ({ value: String(value), count })),
      })),
  },
  Mutation: {
    reindexSearch: async (_root, _arguments, { searchAdministration }) => {
      if (searchAdministration === null) throw new SearchUnavailableError('search is off');
      return { number: await searchAdministration.requestRebuild() };
    },
  },
};

/**
 * The best hits by their matching titles. The index lags behind the tables: hits that no longer exist are left out.
 * @throws CatalogError invalid_parameter; SearchUnavailableError
 */
async function suggestAnime(
  { search, loaders }: Pick<SearchContext, 'search' | 'loaders'>,
  q: string,
): Promise<Pick<MatchedTitle, 'id' | 'title' | 'language' | 'format' | 'year'>[]> {
  checkQuery(q);
  if (search === null) throw new SearchUnavailableError('search is off');
  const { hits } = await search.search({ q: q.trim(), filters: {}, limit: MOST_SUGGESTIONS });
  return matchedTitles(search.read(q), await readPublished(loaders, hits));
}
