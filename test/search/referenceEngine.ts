import {
  type Facet,
  REACHABLE_HITS,
  type SearchAnswer,
  type SearchDocument,
  type SearchEngine,
  type SearchFilters,
  type SearchRequest,
} from '../../src/graph/search/port.ts';
import { type TitleKeys, titleKeys } from '../../src/search/normaliser/titleKeys.ts';
import type { Clause, WordMatch } from '../../src/search/plan/clause.ts';
import { compareHits, rankedPopularity } from '../../src/search/plan/hitOrder.ts';
import { needsNextStage, planSearch } from '../../src/search/plan/planSearch.ts';

/**
 * What every adapter of the search port must answer, in the plainest way: each title of each document is held against each
 * clause of the plan. For small catalogues only.
 */
export class ReferenceEngine implements SearchEngine {
  readonly #documents: readonly { readonly document: SearchDocument; readonly titles: readonly TitleKeys[] }[];

  constructor(documents: readonly SearchDocument[]) {
    this.#documents = documents.map((document) => ({ document, titles: document.titles.map(titleKeys) }));
  }

  async search({ q, filters, limit, after }: SearchRequest): Promise<SearchAnswer> {
    const plan = planSearch(q);
    let stage = after?.stage ?? 0;
    let matches = this.#matches(plan.stages.slice(0, stage + 1).flat());
    while (after === undefined && needsNextStage(plan, stage, matches[0]?.hit.tier)) {
      stage++;
      matches = this.#matches(plan.stages.slice(0, stage + 1).flat());
    }
    const found = matches.filter(({ document }) => passes(document, filters));
    const behind = found.filter(({ hit }) => after === undefined || compareHits(hit, after) > 0);
    const before = after?.offset ?? 0;
    const size = Math.max(0, Math.min(limit, REACHABLE_HITS - before));
    const hits = behind
      .slice(0, size)
      .map(({ hit }, i) => ({ id: hit.id, position: { stage, ...hit, offset: before + i + 1 } }));
    return {
      found: found.length,
      hits,
      hasNext: behind.length > hits.length && before + hits.length < REACHABLE_HITS,
      facets: (['format', 'status', 'year'] as const).map((field) => {
        const { [field]: _, ...others } = filters;
        return facet(
          field,
          matches.map(({ document }) => document).filter((document) => passes(document, others)),
        );
      }),
    };
  }

  #matches(clauses: readonly Clause[]) {
    return this.#documents
      .flatMap(({ document, titles }) => {
        const tiers = clauses
          .filter((clause) => titles.some((title) => matches(clause, title)))
          .map(({ tier }) => tier);
        const hit = {
          tier: Math.min(...tiers),
          popularity: rankedPopularity(document.popularity),
          id: document.id,
        };
        return tiers.length === 0 ? [] : [{ document, hit }];
      })
      .sort((a, b) => compareHits(a.hit, b.hit));
  }
}

function matches(clause: Clause, title: TitleKeys): boolean {
  if (clause.kind === 'words') {
    return clause.words.every((any) => any.some((word) => title.tokens.some((token) => matchesWord(word, token))));
  }
  const keys = [title[clause.field]].flat().filter((key) => key !== '');
  return keys.some((key) => matchesWord(clause, key));
}

function matchesWord(match: Pick<WordMatch, 'kind' | 'value'> & { readonly edits?: number }, token: string): boolean {
  if (match.kind === 'term') return token === match.value;
  if (match.kind === 'prefix') return token.startsWith(match.value);
  const [a, b, edits] = [[...match.value], [...token], match.edits ?? 0];
  return Math.abs(a.length - b.length) <= edits && editDistance(a, b) <= edits;
}

/** Optimal string alignment over code points, from its definition. */
export function editDistance(a: readonly string[], b: readonly string[]): number {
  const known = new Map<string, number>();
  const distance = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j;
    const key = `${i},${j}`;
    const memo = known.get(key);
    if (memo !== undefined) return memo;
    const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
    const result = Math.min(
      distance(i - 1, j) + 1,
      distance(i, j - 1) + 1,
      distance(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
      swapped ? distance(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
    );
    known.set(key, result);
    return result;
  };
  return distance(a.length, b.length);
}

function passes(document: SearchDocument, filters: SearchFilters): boolean {
  return (['format', 'status', 'year'] as const).every(
    (field) => filters[field] === undefined || filters[field] === document[field],
  );
}

function facet(field: Facet['field'], documents: readonly SearchDocument[]): Facet {
  const counts = new Map<string | number, number>();
  for (const document of documents) {
    const value = document[field];
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const values = [...counts].map(([value, count]) => ({ value, count }));
  values.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  return { field, values: values.slice(0, 20) };
}
