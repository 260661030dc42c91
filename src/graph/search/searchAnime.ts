import { z } from 'zod';
import { termNumbers } from '../anime/animeFilter.ts';
import type { AnimeFilter } from '../generated/resolvers.ts';
import { CatalogError, invalidParameter, SearchUnavailableError } from '../model/errors.ts';
import { LONGEST_QUERY, SEARCH_PAGE } from '../model/limits.ts';
import type { FurtherFacet } from '../model/vocabulary.ts';
import { decodeCursor, encodeCursor } from '../reading/cursor.ts';
import type { Loaders } from '../reading/loaders.ts';
import { checkPageSize } from '../reading/pageSize.ts';
import { matchedTitles, type TitledKey, titledKeyLoader } from './matchedTitles.ts';
import { REACHABLE_HITS, type SearchEngine, type SearchFilters, type SearchHit, type SearchPosition } from './port.ts';
import type { SearchPage } from './searchPage.ts';

/** The ports of a search: null when search is off. */
export interface SearchContext {
  readonly search: SearchEngine | null;
  readonly loaders: Loaders;
}

export interface SearchQuery {
  readonly q: string;
  readonly filter: AnimeFilter;
  readonly facets: readonly FurtherFacet[];
  readonly first: number;
  readonly after: string | null;
}

const CURSOR = 'search';

const positionSchema = z.strictObject({
  stages: z.int().min(1),
  lead: z.uuid().nullable(),
  score: z.int().min(0),
  id: z.uuid(),
  offset: z.int().min(0).max(REACHABLE_HITS),
});

/**
 * One page of hits. The index lags behind the tables: hits that no longer exist are skipped and the page is filled from
 * the following ones, so that only the last page is short.
 * @throws CatalogError invalid_parameter, invalid_cursor; SearchUnavailableError
 */
export async function searchAnime({ search, loaders }: SearchContext, query: SearchQuery): Promise<SearchPage> {
  checkQuery(query.q);
  await termNumbers(loaders, query.filter);
  const size = checkPageSize(query.first, SEARCH_PAGE.largest);
  if (search === null) throw new SearchUnavailableError('search is off');

  const { facets } = query;
  const filters = searchFilters(query.filter);
  let after = query.after === null ? undefined : readCursor(query.after);
  const nodes: TitledKey[] = [];
  let best: SearchPosition | undefined;
  for (;;) {
    const request = { q: query.q.trim(), filters, facets, limit: size - nodes.length };
    const answer = await search.search(after === undefined ? request : { ...request, after });
    nodes.push(...(await readPublished(loaders, answer.hits)));
    best ??= answer.hits.find(({ id }) => id === nodes[0]?.id)?.position;
    after = answer.hits.at(-1)?.position ?? after;
    if (nodes.length === size || !answer.hasNext) {
      const reading = search.read(query.q);
      const [first] = nodes;
      const { lead = null } = best ?? {};
      const [leading] = lead === null ? [] : await readPublished(loaders, [{ id: lead }]);
      const explanation = once(() =>
        first === undefined || best === undefined
          ? null
          : reading.explain(
              { ...first, ...best, titles: textsOf(first) },
              leading === undefined ? [] : textsOf(leading),
            ),
      );
      return {
        reading,
        explanation,
        matchedTitles: once(() => matchedTitles(reading, nodes, explanation()?.match)),
        nodes,
        pageInfo: { hasNextPage: answer.hasNext, endCursor: after === undefined ? null : writeCursor(after) },
        found: answer.found,
        truncated: answer.found > REACHABLE_HITS,
        facets: answer.facets,
      };
    }
  }
}

function textsOf({ titles }: TitledKey): string[] {
  return titles.map(({ title }) => title);
}

/** What the function gives, computed when it is asked for first. */
function once<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The filters that are given: an empty list or range filters nothing. */
function searchFilters(filter: AnimeFilter): SearchFilters {
  const given = Object.entries(filter).flatMap(([name, value]): [name: string, value: unknown][] => {
    if (value == null) return [];
    if (Array.isArray(value)) return value.length === 0 ? [] : [[name, [...new Set<unknown>(value)]]];
    if (typeof value !== 'object') return [[name, value]];
    const { from = null, to = null } = value as { from?: unknown; to?: unknown };
    return from === null && to === null ? [] : [[name, { from, to }]];
  });
  return Object.fromEntries(given) as SearchFilters;
}

/** Those of these anime that exist unmerged, in this order. */
export async function readPublished(loaders: Loaders, hits: readonly Pick<SearchHit, 'id'>[]): Promise<TitledKey[]> {
  const found = await Promise.all(hits.map(({ id }) => loaders.of(titledKeyLoader).load(id)));
  return found.filter((anime) => anime !== null);
}

/** The length of `q` is counted in code points as sent (docs/decisions.md#filters). */
export function checkQuery(q: string): void {
  const length = [...q].length;
  if (length > LONGEST_QUERY) {
    throw invalidParameter('q', `at most ${LONGEST_QUERY} characters are expected, these are ${length}.`);
  }
  if (q.trim() === '') throw invalidParameter('q', 'something other than white space is expected.');
}

function writeCursor(position: SearchPosition): string {
  return encodeCursor(CURSOR, [JSON.stringify(position)]);
}

function readCursor(cursor: string): SearchPosition {
  const [text = ''] = decodeCursor(cursor, CURSOR, ['text']);
  try {
    return positionSchema.parse(JSON.parse(text));
  } catch {
    throw new CatalogError('invalid_cursor', 'The cursor is not one of this list in this order.');
  }
}
