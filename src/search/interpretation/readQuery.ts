import { ANIME_FORMATS, type SearchWish } from '../../graph/model/vocabulary.ts';
import type {
  ExplainedAnime,
  Explanation,
  QueryHints,
  QueryReading,
  TextRange,
  TitleMatch,
} from '../../graph/search/queryReading.ts';
import { spellEpisodes } from '../normaliser/episodes.ts';
import { isAscii } from '../normaliser/exactKey.ts';
import { fold } from '../normaliser/fold.ts';
import { isPart, partOfPart, readHints, type Trait } from '../normaliser/hints.ts';
import { squash } from '../normaliser/plainText.ts';
import { readPlain } from '../normaliser/readText.ts';
import { textRuns } from '../normaliser/textRuns.ts';
import { titleKeys } from '../normaliser/titleKeys.ts';
import { type MatchedWords, matchTitle } from './matchTitle.ts';
import { type PlacedWord, placedWords } from './placedWords.ts';

/** An error in a word makes its match worth less, and a contraction does. */
const CORRECTED = 0.6;
/** Of titles with the same words the preferred one matches, then one in the query's script, then the shorter. */
const PER_LETTER = 0.0001;
const OTHER_SCRIPT = 0.1;
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
    explain: (anime, lead) => ({
      ...explain(bestMatch(words, isHint, anime.titles), bestMatch(words, isHint, lead)),
      unmet: unmetOf(name, hints, spelledSeason, anime),
    }),
  };
}

function bestMatch(
  words: readonly PlacedWord[],
  isHint: (word: PlacedWord) => boolean,
  titles: readonly string[],
): TitleMatch | null {
  let best: { readonly at: number; readonly worth: number; readonly matched: MatchedWords } | undefined;
  const found = new Set<PlacedWord>();
  const isTypedInAscii = words.every(({ written }) => isAscii(written));
  for (const [at, title] of titles.entries()) {
    if (isTypedInAscii && !READ_IN_ASCII.test(title)) continue;
    const matched = matchTitle(words, title);
    for (const word of matched.found) found.add(word);
    const worth = worthOf(matched) - title.length * PER_LETTER - (isAscii(title) === isTypedInAscii ? 0 : OTHER_SCRIPT);
    const isBetter = best === undefined || worth > best.worth;
    if (matched.ranges.length > 0 && isBetter) best = { at, worth: at === 0 ? worthOf(matched) : worth, matched };
    // A preferred title with all words is the one.
    const isWhole = matched.found.size === words.length && matched.corrected.size === 0 && !matched.isContracted;
    if (at === 0 && isWhole) break;
  }
  if (best === undefined) return null;
  const [first] = words;
  if (first !== undefined && isLostArticle(words, titles[best.at] as string)) found.delete(first);
  const { ranges, corrected, isContracted } = best.matched;
  return {
    title: best.at,
    ranges: ranges.map((range) => inCharacters(titles[best.at] as string, range)),
    corrected: [...corrected].map(([{ written }, meant]) => ({ typed: written, meant })),
    leftOut: words.filter((word) => !found.has(word) && !isHint(word)).map(({ written }) => written),
    isContracted,
  };
}

function explain(
  own: TitleMatch | null,
  series: TitleMatch | null,
): Pick<Explanation, 'matchedBy' | 'corrected' | 'leftOut'> {
  const { corrected = [] } = own ?? series ?? {};
  if (own === null && series === null) return { matchedBy: 'letters', corrected, leftOut: [] };
  const leftOut = (own ?? series)?.leftOut.filter((word) => series?.leftOut.includes(word) ?? true) ?? [];
  const isOfSeries = leftOut.length < (own?.leftOut.length ?? Number.POSITIVE_INFINITY);
  const matchedBy =
    leftOut.length > 0
      ? 'part'
      : isOfSeries
        ? 'series'
        : own?.isContracted
          ? 'letters'
          : corrected.length > 0
            ? 'corrected'
            : 'words';
  return { matchedBy, corrected, leftOut };
}

/** The hints that are not true of an anime. */
function unmetOf(
  name: string,
  hints: readonly Trait[],
  season: number | undefined,
  anime: ExplainedAnime,
): SearchWish[] {
  const traits = new Set([...anime.titles.flatMap((title) => titleKeys(title).traits), anime.format, `y${anime.year}`]);
  const isOf = (kind: RegExp) => hints.filter((hint) => kind.test(hint)).every((hint) => traits.has(hint));
  const format = hints.find((hint) => ANIME_FORMATS.some((each) => each === hint));
  const part = hints.find(isPart);
  return [
    ...(isOf(/^y\d/) ? [] : (['year'] as const)),
    ...(season === undefined || traits.has(`n${season}`) || continues(name, anime) ? [] : (['season'] as const)),
    ...(part === undefined || traits.has(part) || traits.has(partOfPart(part)) ? [] : (['part'] as const)),
    ...(format === undefined || traits.has(format) ? [] : (['format'] as const)),
    ...(isOf(/^final$/) ? [] : (['final'] as const)),
  ];
}

/** Whether the anime is a series whose title goes on after the name: its place by date may be the season. */
function continues(name: string, { titles, format }: ExplainedAnime): boolean {
  const key = fold(squash(name));
  return (
    format === 'tv' &&
    !titles.some((title) => keyOf(title) === key) &&
    titles.some((title) => keyOf(title).startsWith(key))
  );
}

function keyOf(title: string): string {
  return fold(squash(readPlain(title)));
}

/** A leading "the" is searched without, too: it counts where the title begins with it or has it before that word. */
function isLostArticle([first, second]: readonly PlacedWord[], title: string): boolean {
  if (first?.plain !== 'the' || second === undefined) return false;
  const titled = placedWords(title);
  return !titled.some(({ plain }, i) => plain === 'the' && (i === 0 || titled[i + 1]?.folded === second.folded));
}

function worthOf({ found, corrected, isContracted }: MatchedWords): number {
  const worth = (word: PlacedWord) => word.plain.length * (corrected.has(word) || isContracted ? CORRECTED : 1);
  return [...found].reduce((sum, word) => sum + worth(word), 0);
}

/** A range in UTF-16 units as one in code points. */
function inCharacters(text: string, { start, end }: TextRange): TextRange {
  const before = [...text.slice(0, start)].length;
  return { start: before, end: before + [...text.slice(start, end)].length };
}

const NO_HINTS: QueryHints = {
  year: null,
  season: null,
  number: null,
  part: null,
  episode: null,
  format: null,
  isFinal: false,
};

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
    episode: numberAfter('e'),
    format: ANIME_FORMATS.find((format) => hints.includes(format)) ?? null,
    isFinal: hints.includes('final'),
  };
}
