import {
  type Facet,
  REACHABLE_HITS,
  type SearchAnswer,
  type SearchDocument,
  type SearchEngine,
  type SearchFilters,
  type SearchRequest,
  type Span,
} from '../../src/graph/search/port.ts';
import { readQuery } from '../../src/search/interpretation/readQuery.ts';
import { continuingKeys, otherNames, type TitleKeys, titleKeys } from '../../src/search/normaliser/titleKeys.ts';
import {
  type Clause,
  type ClauseOf,
  clausesOf,
  dependsOnLead,
  type KeyClause,
  type NameAmong,
  type Reading,
  type WordMatch,
} from '../../src/search/plan/clause.ts';
import { type IndexedKeys, indexedKeys, SHORT_FORMS } from '../../src/search/plan/indexedKeys.ts';
import { placeInSeries } from '../../src/search/plan/placeInSeries.ts';
import { compareHits, nextStage, planSearch, readingsOf, type SearchPlan } from '../../src/search/plan/planSearch.ts';
import { baseScore } from '../../src/search/plan/points.ts';
import { beginningsWith, countedNames, scoreWords, type WordFrequencies } from '../../src/search/plan/scoreWords.ts';

interface HeldAnime {
  readonly document: SearchDocument;
  readonly titles: readonly TitleKeys[];
  readonly keys: IndexedKeys;
}

/**
 * What every adapter of the search port must answer, in the plainest way: each title of each document is held against each
 * clause of the plan. For small catalogues only.
 */
export class ReferenceEngine implements SearchEngine {
  readonly read = readQuery;
  readonly #anime: readonly HeldAnime[];

  constructor(documents: readonly SearchDocument[]) {
    this.#anime = documents.map((document) => ({
      document,
      titles: document.titles.map(titleKeys),
      keys: indexedKeys(document),
    }));
  }

  async search({ q, filters, facets = [], limit, after }: SearchRequest): Promise<SearchAnswer> {
    const plan = planSearch(q);
    let stages = after?.stages ?? 1;
    let lead = after?.lead ?? null;
    let matches = this.#matches(readingsOf(plan, stages), lead);
    for (let stage = 0; after === undefined; ) {
      const [best] = matches;
      const next = nextStage(plan, stage, best?.hit.score);
      if (next === undefined) break;
      stage = next;
      stages |= 1 << stage;
      if (lead === null && dependsOnLead(plan.stages[stage]?.readings ?? [])) lead = this.#lead(plan);
      matches = this.#matches(readingsOf(plan, stages), lead);
    }
    const found = matches.filter(({ document }) => passes(document, filters));
    const behind = found.filter(({ hit }) => after === undefined || compareHits(hit, after) > 0);
    const before = after?.offset ?? 0;
    const size = Math.max(0, Math.min(limit, REACHABLE_HITS - before));
    const hits = behind
      .slice(0, size)
      .map(({ hit }, i) => ({ id: hit.id, position: { stages, lead, ...hit, offset: before + i + 1 } }));
    return {
      found: found.length,
      hits,
      hasNext: behind.length > hits.length && before + hits.length < REACHABLE_HITS,
      facets: (['format', 'status', 'year', 'season', 'genre', 'studio'] as const).flatMap((field, at) => {
        if (at > 2 && !facets.some((wanted) => wanted === field)) return [];
        const { [field]: own, ...rest } = filters;
        const others = field === 'genre' && own !== undefined ? { ...rest, genre: filters.genre ?? [] } : rest;
        return facet(
          field,
          matches.map(({ document }) => document).filter((document) => passes(document, others)),
        );
      }),
    };
  }

  #count(word: string): number {
    return this.#anime.filter(({ titles }) => hasWord(titles, word)).length;
  }

  #ordinal(clause: ClauseOf<'ordinal'> | undefined): string | undefined {
    const members = this.#anime.flatMap(({ keys, document: { id, format, startDate, episodes }, document }) => {
      const begins = clause?.beginnings.some((beginning) => keys.spaced.some((key) => key.startsWith(beginning)));
      if (!begins || format !== 'tv' || startDate === null) return [];
      const { traits, spaced } = keys;
      return [{ id, startDate, episodes, base: baseScore(document, keys.number), traits, spaced }];
    });
    return clause === undefined ? undefined : placeInSeries(members, clause);
  }

  #lead(plan: SearchPlan): string | null {
    return this.#matches([{ clauses: plan.lead, lifts: [] }], null)[0]?.hit.id ?? null;
  }

  #matches(readings: readonly Reading[], lead: string | null) {
    const series = this.#anime.find(({ document }) => document.id === lead)?.keys.series ?? [];
    const frequencies = { anime: this.#anime.length, of: (word: string) => this.#count(word) };
    const isHeld = ({ match }: NameAmong) => this.#anime.some(({ keys }) => hasKey(keys, match));
    const known = {
      series,
      frequencies,
      isHeld,
      ordinal: this.#ordinal(clausesOf(readings).find((clause) => clause.kind === 'ordinal')),
    };
    return this.#anime
      .flatMap((anime) => {
        const points = Math.max(0, ...readings.map((reading) => pointsOf(reading, anime, known)));
        const base = baseScore(anime.document, anime.keys.number);
        const hit = { score: points + base, id: anime.document.id };
        return points === 0 ? [] : [{ document: anime.document, hit }];
      })
      .sort((a, b) => compareHits(a.hit, b.hit));
  }
}

interface KnownOfIndex {
  readonly series: readonly string[];
  readonly frequencies: WordFrequencies;
  readonly isHeld: (name: NameAmong) => boolean;
  readonly ordinal: string | undefined;
}

function hasWord(titles: readonly TitleKeys[], word: string): boolean {
  return titles.some(({ tokens }) => tokens.includes(word));
}

/** 0 when no clause matches. */
function pointsOf({ clauses, lifts, only }: Reading, anime: HeldAnime, known: KnownOfIndex): number {
  const points = Math.max(0, ...clauses.map((clause) => clausePoints(clause, anime, known)));
  if (points === 0 || (only !== undefined && !anime.keys.traits.includes(only))) return 0;
  return lifts.reduce((sum, lift) => sum + (anime.keys.traits.includes(lift.trait) ? lift.points : 0), points);
}

function clausePoints(clause: Clause, { document, titles, keys }: HeldAnime, known: KnownOfIndex): number {
  const { series, frequencies, ordinal } = known;
  switch (clause.kind) {
    case 'words': {
      const having = titles.filter(({ tokens }) =>
        clause.words.every((any) => any.some((word) => tokens.some((token) => matchesWord(word, token)))),
      );
      return Math.max(0, ...having.map(({ length }) => clause.pointsByLength[length] as number));
    }
    case 'beginnings':
      return keys.sequences.some((words) => beginInOrder(words.split(' '), clause.pieces, clause.gap))
        ? clause.points
        : 0;
    case 'together': {
      const { words, short, points } = clause;
      const isShort = short === undefined || SHORT_FORMS.some((field) => keys[field].includes(short));
      return isShort && words.every((word) => hasWord(titles, word)) ? points : 0;
    }
    case 'bag': {
      const bag = scoreWords(clause, frequencies);
      const had = bag?.words.filter(({ word }) => hasWord(titles, word)) ?? [];
      const sum = had.reduce((all, { points }) => all + points, 0);
      const begun = had.filter(({ word }) =>
        beginningsWith(word).some((prefix) => keys.spaced.some((key) => key.startsWith(prefix))),
      );
      return bag !== undefined && sum >= bag.least
        ? begun.reduce((all, { begun }) => all + begun, clause.points + sum)
        : 0;
    }
    case 'names':
      return Math.max(
        0,
        ...countedNames(clause, frequencies, known.isHeld).map((name) => (hasKey(keys, name) ? name.points : 0)),
      );
    case 'namesake':
      return otherNames(clause.key, series).some((key) => keys.folded.includes(key)) ? clause.points : 0;
    case 'ordinal':
      return document.id === ordinal ? clause.points : 0;
    case 'series':
      return keys.traits.includes(clause.trait) && continuingKeys(series).some((key) => keys.series.includes(key))
        ? clause.points
        : 0;
    default:
      return hasKey(keys, clause) ? clause.points : 0;
  }
}

function hasKey(keys: IndexedKeys, clause: KeyClause): boolean {
  return keys[clause.field].some((key) => matchesWord(clause, key));
}

/** Tries every choice of words for the pieces. */
function beginInOrder(words: readonly string[], pieces: readonly string[], gap: number): boolean {
  const choices = pieces.reduce<number[][]>(
    (chosen, piece) =>
      chosen.flatMap((places) =>
        words.flatMap((word, at) => (at > (places.at(-1) ?? -1) && word.startsWith(piece) ? [[...places, at]] : [])),
      ),
    [[]],
  );
  return choices.some((places) => {
    const width = (places.at(-1) ?? 0) - (places[0] ?? 0) + 1;
    return width - places.length <= gap;
  });
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
  const { year, season, format, status, genre, studio, isAdult, startDate, episodes, airing } = filters;
  return (
    (year === undefined || document.year === year) &&
    (season === undefined || season.includes(document.season ?? '')) &&
    (format === undefined || format.includes(document.format)) &&
    (status === undefined || status.includes(document.status)) &&
    (genre === undefined || genre.every((slug) => document.genre.includes(slug))) &&
    (studio === undefined || studio.some((slug) => document.studio.includes(slug))) &&
    (isAdult === undefined || isAdult.includes(document.isAdult)) &&
    (startDate === undefined || within(document.startDate, startDate)) &&
    (episodes === undefined || within(document.episodes, episodes)) &&
    (airing === undefined || airing.includes(document.airing ?? ''))
  );
}

function within<Value extends string | number>(value: Value | null, { from, to }: Span<Value>): boolean {
  return value !== null && (from === null || value >= from) && (to === null || value <= to);
}

function facet(field: Facet['field'], documents: readonly SearchDocument[]): Facet {
  const counts = new Map<string | number, number>();
  for (const document of documents) {
    const value = document[field] ?? [];
    for (const each of typeof value === 'object' ? value : [value]) counts.set(each, (counts.get(each) ?? 0) + 1);
  }
  const values = [...counts].map(([value, count]) => ({ value, count }));
  values.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  return { field, values: values.slice(0, 20) };
}
