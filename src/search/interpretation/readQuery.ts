import { ANIME_FORMATS } from '../../graph/model/vocabulary.ts';
import type { QueryHints, QueryReading, TextRange, TitleMatch } from '../../graph/search/queryReading.ts';
import { spellEpisodes } from '../normaliser/episodes.ts';
import { isAscii } from '../normaliser/exactKey.ts';
import { readHints, type Trait } from '../normaliser/hints.ts';
import { readPlain } from '../normaliser/readText.ts';
import { textRuns } from '../normaliser/textRuns.ts';
import { type MatchedWords, matchTitle } from './matchTitle.ts';
import { type PlacedWord, placedWords } from './placedWords.ts';

/** An error in a word makes its match worth less. */
const CORRECTED = 0.6;
/** Of titles with the same words the shortest is the matching one. */
const PER_LETTER = 0.001;
/** What of a title a query in ASCII can match: Latin letters, numbers, and kana by their reading. */
const READ_IN_ASCII = /[\p{Script=Latin}\p{N}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Reads a query for its reader: the hints in it, and where titles match it. Decides nothing about hits. */
export function readQuery(q: string): QueryReading {
  const { name, hints, spelledSeason } = readHints(readPlain(spellEpisodes(q)));
  const words = placedWords(q);
  const named = new Set(textRuns(name).map(({ text }) => text));
  const isHint = ({ plain, written }: PlacedWord) =>
    hints.length > 0 && !named.has(plain) && !named.has(written.toLowerCase());
  return {
    hints: { ...hintsOf(hints), ...(spelledSeason !== undefined && { number: null, season: spelledSeason }) },
    match: (titles) => bestMatch(words, isHint, titles),
  };
}

function bestMatch(
  words: readonly PlacedWord[],
  isHint: (word: PlacedWord) => boolean,
  titles: readonly string[],
): TitleMatch | null {
  let best: { readonly at: number; readonly worth: number; readonly matched: MatchedWords } | undefined;
  let shortestWhole = Number.POSITIVE_INFINITY;
  const found = new Set<PlacedWord>();
  const isTypedInAscii = words.every(({ written }) => isAscii(written));
  for (const [at, title] of titles.entries()) {
    if (title.length >= shortestWhole || (isTypedInAscii && !READ_IN_ASCII.test(title))) continue;
    const matched = matchTitle(words, title);
    for (const word of matched.found) found.add(word);
    if (matched.found.size === words.length && matched.corrected.size === 0) shortestWhole = title.length;
    const worth = worthOf(matched) - title.length * PER_LETTER;
    if (matched.ranges.length > 0 && (best === undefined || worth > best.worth)) best = { at, worth, matched };
  }
  if (best === undefined) return null;
  const [first] = words;
  if (first !== undefined && isLostArticle(words, titles[best.at] as string)) found.delete(first);
  const { ranges, corrected } = best.matched;
  return {
    title: best.at,
    ranges: ranges.map((range) => inCharacters(titles[best.at] as string, range)),
    corrected: [...corrected].map(([{ written }, meant]) => ({ typed: written, meant })),
    leftOut: words.filter((word) => !found.has(word) && !isHint(word)).map(({ written }) => written),
  };
}

/** A leading "the" is searched without, too: it counts where the title begins with it or has it before that word. */
function isLostArticle([first, second]: readonly PlacedWord[], title: string): boolean {
  if (first?.plain !== 'the' || second === undefined) return false;
  const titled = placedWords(title);
  return !titled.some(({ plain }, i) => plain === 'the' && (i === 0 || titled[i + 1]?.folded === second.folded));
}

function worthOf({ found, corrected }: MatchedWords): number {
  return [...found].reduce((sum, word) => sum + word.plain.length * (corrected.has(word) ? CORRECTED : 1), 0);
}

/** A range in UTF-16 units as one in code points. */
function inCharacters(text: string, { start, end }: TextRange): TextRange {
  const before = [...text.slice(0, start)].length;
  return { start: before, end: before + [...text.slice(start, end)].length };
}

const NO_HINTS: QueryHints = { year: null, season: null, number: null, part: null, format: null, isFinal: false };

function hintsOf(hints: readonly Trait[]): QueryHints {
  const numberAfter = (kind: string) => {
    const hint = hints.find((trait) => trait.startsWith(kind) && /^\d/.test(trait.slice(1)));
    return hint === undefined ? null : Number(hint.slice(1));
  };
  return {
    ...NO_HINTS,
    year: numberAfter('y'),
    number: numberAfter('n'),
    part: numberAfter('p'),
    format: ANIME_FORMATS.find((format) => hints.includes(format)) ?? null,
    isFinal: hints.includes('final'),
  };
}
