import type { SearchMatch } from '../../graph/model/vocabulary.ts';
import type { ExplainedHit, Explanation } from '../../graph/search/queryReading.ts';
import { fold } from '../normaliser/fold.ts';
import { cutKey } from '../normaliser/plainText.ts';
import { pairs } from '../normaliser/textRuns.ts';
import type { Clause } from '../plan/clause.ts';
import { type BestMatch, bestMatch } from './bestMatch.ts';
import type { HitIndex, WinningClause } from './hitIndex.ts';
import { type PlacedWord, placedWords } from './placedWords.ts';

/**
 * By what a hit has its score.
 * @param words those of the query
 * @param won undefined when no clause is known
 */
export function explainHit(
  words: readonly PlacedWord[],
  isHint: (word: PlacedWord) => boolean,
  { titles }: ExplainedHit,
  index: HitIndex,
  won: WinningClause | undefined,
): Omit<Explanation, 'unmet'> {
  const match = bestMatch(words, titles) ?? titleOf(won, titles);
  if (won === undefined) return { match: match ?? null, matchedBy: 'letters', corrected: [], leftOut: [] };
  const { clause, test } = won;
  const unhinted = words.filter((word) => !isHint(word));
  const named = clause.kind === 'names' ? wordsOf(test, unhinted) : undefined;
  const isGiven = (word: PlacedWord) => named?.includes(word) || isOfTitles(word, index);
  const leftOut = named !== undefined || clause.kind === 'bag' ? unhinted.filter((word) => !isGiven(word)) : [];
  // No title has enough words: each has some.
  const isPart = leftOut.length > 0 || clause.kind === 'bag';
  const title = titles[match?.title ?? 0] ?? '';
  return {
    match: match ?? null,
    matchedBy: isPart ? 'part' : clause.kind === 'ordinal' ? 'series' : matchedBy(test),
    corrected: isMistyped(test) ? correctionsOf(named ?? words, title, match?.corrected ?? new Map()) : [],
    leftOut: leftOut.map(({ written }) => written),
  };
}

/** Where no word is in a title: the one that has what was asked for, by letters alone. */
function titleOf(won: WinningClause | undefined, titles: readonly string[]): BestMatch | undefined {
  const title = titles.findIndex((each) => won?.isOf(each));
  return title < 0 ? undefined : { title, ranges: [], corrected: new Map() };
}

function matchedBy(test: Clause): SearchMatch {
  if (isMistyped(test)) return 'corrected';
  if (test.kind === 'series' || test.kind === 'namesake') return 'series';
  const isShort = test.kind === 'term' && (test.field === 'initials' || test.field === 'abbreviations');
  return isShort || test.kind === 'beginnings' ? 'letters' : 'words';
}

function isMistyped(test: Clause): boolean {
  return test.kind === 'fuzzy' || (test.kind === 'words' && test.words.flat().some(({ kind }) => kind === 'fuzzy'));
}

/** Whether titles have the word, or the characters of the run. */
function isOfTitles({ folded, cjk }: PlacedWord, index: HitIndex): boolean {
  const parts = cjk && folded.length > 1 ? pairs([...folded]) : [folded];
  return parts.every((part) => index.hasWord(part));
}

/** The words of the query that are the name. */
function wordsOf(name: Clause, words: readonly PlacedWord[]): readonly PlacedWord[] {
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= words.length; to++) {
      const some = words.slice(from, to);
      const written = some.map(({ plain }) => plain).join('');
      if ('value' in name && [cutKey(written), cutKey(fold(written))].includes(name.value)) return some;
    }
  }
  return [];
}

/** The words that the title has with other letters: each where it can be identified, else the whole name. */
function correctionsOf(
  words: readonly PlacedWord[],
  title: string,
  meant: ReadonlyMap<PlacedWord, string>,
): Explanation['corrected'] {
  const known = words.flatMap((word) => [{ typed: word.written, meant: meant.get(word) ?? word.written }]);
  const others = placedWords(title);
  const paired = words.map(({ written, folded }, at) => ({
    typed: written,
    meant: folded === others[at]?.folded ? written : (others[at]?.written ?? written),
  }));
  const told = [known, words.length === others.length ? paired : []].map((pairs) =>
    pairs.filter(({ typed, meant }) => typed !== meant),
  );
  return (
    told.find((pairs) => pairs.length > 0) ?? [{ typed: words.map(({ written }) => written).join(' '), meant: title }]
  );
}
