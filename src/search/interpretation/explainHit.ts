import type { SearchMatch } from '../../graph/model/vocabulary.ts';
import type { ExplainedHit, Explanation } from '../../graph/search/queryReading.ts';
import { isAscii } from '../normaliser/exactKey.ts';
import { isShortToken } from '../normaliser/shortNames.ts';
import { pairs } from '../normaliser/textRuns.ts';
import { bestMatch, lessWorth, placed } from './bestMatch.ts';
import type { HitIndex, WinningClause } from './hitIndex.ts';
import { matchTitle } from './matchTitle.ts';
import type { PlacedWord } from './placedWords.ts';

/**
 * By what a hit has its score.
 * @param words those of the query
 * @param won undefined when no clause is known
 */
export function explainHit(
  q: string,
  words: readonly PlacedWord[],
  isHint: (word: PlacedWord) => boolean,
  { titles }: ExplainedHit,
  index: HitIndex,
  won: WinningClause | undefined,
): Omit<Explanation, 'unmet'> {
  const at = won && titleOf(won, titles, isAscii(q));
  const match =
    at === undefined ? bestMatch(words, titles) : placed(titles, at, matchTitle(words, titles[at] as string));
  if (won === undefined) return { match: match ?? null, matchedBy: 'letters', corrected: [], leftOut: [] };
  const meant = (isMistyped(won) && match?.corrected) || new Map<PlacedWord, string>();
  const corrected = [...meant].map(([{ written }, meant]) => ({ typed: written, meant }));
  if (isMistyped(won) && meant.size === 0) corrected.push({ typed: q.trim(), meant: titles[match?.title ?? 0] ?? '' });
  const leftOut = words.filter((word) => !isHint(word) && !meant.has(word) && isLeftOut(word, won, index));
  return {
    match: match ?? null,
    matchedBy: leftOut.length > 0 ? 'part' : matchedBy(won, index),
    corrected,
    leftOut: leftOut.map(({ written }) => written),
  };
}

/** Of the titles that have what was asked for the preferred one, else one in the query's script, else the shortest. */
function titleOf(won: WinningClause, titles: readonly string[], isTypedInAscii: boolean): number | undefined {
  if (won.clause.kind === 'bag') return undefined;
  return titles
    .map((title, at) => ({ title, at, less: at === 0 ? -1 : lessWorth(title, isTypedInAscii) }))
    .sort((a, b) => a.less - b.less)
    .find(({ title }) => won.isOf(title))?.at;
}

function matchedBy(won: WinningClause, index: HitIndex): SearchMatch {
  const clause = won.name?.match ?? won.clause;
  if (isMistyped(won)) return 'corrected';
  if (clause.kind === 'series' || clause.kind === 'namesake') return 'series';
  const isShort = clause.kind === 'term' && (clause.field === 'initials' || clause.field === 'abbreviations');
  return isShort || clause.kind === 'beginnings' || isByShortName(won, index) ? 'letters' : 'words';
}

function isMistyped({ clause, name }: WinningClause): boolean {
  if (clause.kind === 'words') return clause.words.some((any) => any.some(({ kind }) => kind === 'fuzzy'));
  return (name?.match ?? clause).kind === 'fuzzy';
}

/** Whether the anime has one of the words as initials alone. */
function isByShortName({ clause }: WinningClause, index: HitIndex): boolean {
  if (clause.kind !== 'words') return false;
  return clause.words.some(
    (any) =>
      any.some(({ value }) => isShortToken(value)) &&
      !any.some(({ value }) => !isShortToken(value) && index.hasWord(value)),
  );
}

/** Whether a clause of some of the words goes without this one, and no title has it. */
function isLeftOut({ folded, cjk }: PlacedWord, { clause, name }: WinningClause, index: HitIndex): boolean {
  if (clause.kind !== 'bag' && clause.kind !== 'names') return false;
  const parts = cjk && folded.length > 1 ? pairs([...folded]) : [folded];
  return !name?.match.value.includes(folded) && !parts.every((part) => index.hasWord(part));
}
