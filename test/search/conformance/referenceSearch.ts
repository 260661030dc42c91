import {
  type Facet,
  REACHABLE_HITS,
  type SearchAnswer,
  type SearchDocument,
  type SearchFilters,
  type SearchRequest,
} from '../../../src/graph/search/port.ts';
import { type TitleKeys, titleKeys } from '../../../src/search/normaliser/titleKeys.ts';
import type { Clause, WordMatch } from '../../../src/search/plan/clause.ts';
import { needsNextStage, planSearch } from '../../../src/search/plan/planSearch.ts';
import { editDistance } from './editDistance.ts';

/**
 * What a search has to answer, read off the plan word by word and looking at every title of every anime: too slow to serve, too
 * simple to be wrong.
 */
export function referenceSearch(documents: readonly SearchDocument[], request: SearchRequest): SearchAnswer {
  const { q, filters, limit, after } = request;
  const plan = planSearch(q);
  const hitsUpTo = (stage: number) => {
    const clauses = plan.stages.slice(0, stage + 1).flat();
    return documents.flatMap((document) => {
      const tiers = clauses
        .filter((it) => keysOf(document).some((title) => matches(it, title)))
        .map(({ tier }) => tier);
      return tiers.length === 0 ? [] : [{ document, tier: Math.min(...tiers), popularity: document.popularity ?? 0 }];
    });
  };
  let stage = after?.stage ?? 0;
  let hits = hitsUpTo(stage);
  const best = () => (hits.length === 0 ? undefined : Math.min(...hits.map(({ tier }) => tier)));
  while (!after && needsNextStage(plan, stage, best())) hits = hitsUpTo(++stage);

  const passing = hits
    .filter(({ document }) => passes(document, filters))
    .sort((a, b) => a.tier - b.tier || b.popularity - a.popularity || (a.document.id < b.document.id ? -1 : 1));
  const offset = after ? passing.findIndex(({ document }) => document.id === after.id) + 1 : 0;
  const end = Math.min(offset + limit, REACHABLE_HITS);
  return {
    found: passing.length,
    hits: passing.slice(offset, end).map(({ document: { id }, tier, popularity }, i) => ({
      id,
      position: { stage, tier, popularity, id, offset: offset + i + 1 },
    })),
    hasNext: end < Math.min(passing.length, REACHABLE_HITS),
    facets: (['format', 'status', 'year'] as const).map((field) => {
      const { [field]: _, ...others } = filters;
      return facet(
        field,
        hits.map(({ document }) => document).filter((document) => passes(document, others)),
      );
    }),
  };
}

const knownKeys = new WeakMap<SearchDocument, TitleKeys[]>();

function keysOf(document: SearchDocument): TitleKeys[] {
  const known = knownKeys.get(document) ?? document.titles.map(titleKeys);
  knownKeys.set(document, known);
  return known;
}

function matches(clause: Clause, title: TitleKeys): boolean {
  if (clause.kind === 'words')
    return clause.words.every((word) => title.tokens.some((token) => word.some((it) => fits(it, token))));
  return [title[clause.field]].flat().some((key) => key !== '' && fits(clause, key));
}

function fits(match: WordMatch, token: string): boolean {
  switch (match.kind) {
    case 'term':
      return token === match.value;
    case 'prefix':
      return token.startsWith(match.value);
    case 'fuzzy':
      return editDistance(token, match.value) <= match.edits;
  }
}

function passes(document: SearchDocument, filters: SearchFilters): boolean {
  return (['format', 'status', 'year'] as const).every(
    (it) => filters[it] === undefined || filters[it] === document[it],
  );
}

function facet(field: Facet['field'], documents: readonly SearchDocument[]): Facet {
  const counts = new Map<string | number, number>();
  for (const { [field]: value } of documents) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  const values = [...counts].map(([value, count]) => ({ value, count }));
  values.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  return { field, values: values.slice(0, 20) };
}
