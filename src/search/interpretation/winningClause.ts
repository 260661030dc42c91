import { editDistance } from '../../editDistance.ts';
import type { ExplainedHit } from '../../graph/search/queryReading.ts';
import { beginInOrder } from '../plan/beginInOrder.ts';
import { type Clause, type ClauseOf, type NameAmong, namesakesOf, type WordMatch } from '../plan/clause.ts';
import { type IndexedKeys, indexedKeys } from '../plan/indexedKeys.ts';
import { planSearch, readingsOf } from '../plan/planSearch.ts';
import { baseScore, CONTRACTED_FROM } from '../plan/points.ts';

/** What of a plan an anime won by. */
export interface WinningClause {
  readonly clause: Clause;
  /** Of whole names among other words the one that the anime has. */
  readonly name?: NameAmong;
  /** All of its keys. */
  readonly keys: IndexedKeys;
  /** Whether a title alone, by its keys, has what the clause asks for. */
  isOf(title: IndexedKeys): boolean;
}

interface Candidate extends Pick<WinningClause, 'clause' | 'name'> {
  readonly test: Clause;
  readonly points: number;
}

/** The keys as those of a prominent anime, which has all kinds of them. */
export function allKeys({ format, year }: ExplainedHit, titles: readonly string[]): IndexedKeys {
  return indexedKeys({ titles, format, year, prominence: CONTRACTED_FROM });
}

/**
 * The clause by which a hit has its score: of those that its titles satisfy the one with the most points, not more than
 * the score. Asks no index: what depends on other anime (`namesakes`, the weights of a bag) comes last.
 * @param series the series keys of the lead
 */
export function winningClause(q: string, hit: ExplainedHit, series: readonly string[]): WinningClause | undefined {
  const keys = allKeys(hit, hit.titles);
  const leastKnown = baseScore({ prominence: CONTRACTED_FROM }, keys.number);
  let best: Candidate | undefined;
  const readings = readingsOf(planSearch(q), hit.stages);
  for (const { clauses, lifts } of readings) {
    const lifted = lifts.reduce((sum, { trait, points }) => sum + (keys.traits.includes(trait) ? points : 0), 0);
    for (const candidate of clauses.flatMap((clause) => candidates(clause, keys, (best?.points ?? 0) - lifted))) {
      const points = candidate.points + lifted;
      const base = hit.score - points;
      if (points <= (best?.points ?? 0) || base < (isOfProminent(candidate.test) ? leastKnown : 0)) continue;
      if (satisfies(keys, candidate.test, series)) best = { ...candidate, points };
    }
  }
  const namesakes = namesakesOf(readings);
  if (best === undefined) return namesakes && { clause: namesakes, keys, isOf: () => false };
  const { test, ...winner } = best;
  return { ...winner, keys, isOf: (title) => satisfies(title, test, series) };
}

/** @param above fewer points, and so many, are of no interest */
function candidates(clause: Clause, { words }: IndexedKeys, above: number): Candidate[] {
  if (clause.kind === 'names') {
    return clause.names.map((name) => ({ clause, name, test: name.match, points: name.match.points }));
  }
  if (clause.kind !== 'words') return [{ clause, test: clause, points: clause.points }];
  const fits = clause.pointsByLength.filter(
    (points, length) => points > above && titlesHave(words[length] ?? [], clause),
  );
  return fits.length === 0 ? [] : [{ clause, test: clause, points: Math.max(...fits) }];
}

/** Anime that are less known lack the keys. */
function isOfProminent(clause: Clause): boolean {
  if (clause.kind === 'beginnings') return true;
  return 'field' in clause && (clause.field === 'openings' || clause.field === 'abbreviations');
}

function satisfies(keys: IndexedKeys, clause: Clause, series: readonly string[]): boolean {
  const { spaced, traits } = keys;
  switch (clause.kind) {
    case 'words':
      return keys.words.some((titles) => titlesHave(titles, clause));
    case 'beginnings':
      return keys.sequences.some((words) => beginInOrder(words.split(' '), clause.pieces, clause.gap));
    case 'bag':
      return clause.words.some((word) => hasWord(keys, word));
    case 'ordinal':
      if (traits.includes(`n${clause.place}`)) return false;
      return clause.beginnings.some((begun) => spaced.some((key) => key.startsWith(begun)));
    case 'series':
      return traits.includes(clause.trait) && keys.series.some((key) => series.includes(key));
    case 'names':
    case 'namesakes':
      return false;
    default:
      return keys[clause.field].some((key) => isMatch(clause, key));
  }
}

/** Whether some title has the word. */
export function hasWord({ words }: IndexedKeys, word: string): boolean {
  return words.some((titles) => titles.some((tokens) => tokens.split(' ').includes(word)));
}

function titlesHave(titles: readonly string[], { words }: ClauseOf<'words'>): boolean {
  return titles.some((title) => {
    const tokens = title.split(' ');
    return words.every((any) => any.some((match) => tokens.some((token) => isMatch(match, token))));
  });
}

function isMatch(match: WordMatch, key: string): boolean {
  const { kind, value } = match;
  if (kind === 'term') return key === value;
  if (kind === 'prefix') return key.startsWith(value);
  return Math.abs(key.length - value.length) <= 2 * match.edits && editDistance(value, key) <= match.edits;
}
