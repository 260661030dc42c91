import { isDeepStrictEqual } from 'node:util';
import { ANIME_FORMATS, type SearchWish } from '../../graph/model/vocabulary.ts';
import type { QueryHints, QueryReading } from '../../graph/search/queryReading.ts';
import {
  askedBy,
  isNumber,
  isPart,
  partOfPart,
  readQueryHints,
  spellEpisodes,
  type Trait,
} from '../normaliser/hints.ts';
import { queryKeys } from '../normaliser/queryKeys.ts';
import { readPlain } from '../normaliser/readText.ts';
import { textRuns } from '../normaliser/textRuns.ts';
import { titleKeys } from '../normaliser/titleKeys.ts';
import { bestMatch } from './bestMatch.ts';
import { explainHit } from './explainHit.ts';
import { HitIndex } from './hitIndex.ts';
import { type PlacedWord, placedWords } from './placedWords.ts';

/** Reads a query for its reader: the hints in it, where titles match it, and why a hit is one. */
export function readQuery(q: string): QueryReading {
  const { name, hints, spelledSeason } = readQueryHints(readPlain(spellEpisodes(q)));
  const words = placedWords(q);
  const named = new Set(textRuns(name).map(({ text }) => text));
  const isHint = ({ plain, written }: PlacedWord) =>
    hints.length > 0 && !named.has(plain) && !named.has(written.toLowerCase());
  return {
    hints: { ...hintsOf(hints), ...(spelledSeason !== undefined && { number: null, season: spelledSeason }) },
    match: (titles) => bestMatch(words, titles) ?? null,
    explain(hit, lead) {
      const index = new HitIndex(hit);
      const series = lead.flatMap((title) => titleKeys(title).series);
      const won = index.winningClause(q, series, isDeepStrictEqual(lead, hit.titles));
      const isByDate = won?.clause.kind === 'ordinal';
      const wished = isByDate || spelledSeason !== undefined ? hints.filter((hint) => !isNumber(hint)) : hints;
      const explained = explainHit(words, isHint, hit, index, won);
      // Where a work has just the name, the season of another series is not its own.
      const own = queryKeys(name).folded.some((key) => series.includes(key)) ? series : undefined;
      const hasSeason = isByDate || askedBy(`n${spelledSeason}`).some((trait) => index.hasTrait(trait, own));
      return { ...explained, unmet: unmetOf(wished, spelledSeason === undefined || hasSeason, index) };
    },
  };
}

/** The hints that are not true of an anime. */
function unmetOf(hints: readonly Trait[], hasSeason: boolean, index: HitIndex): SearchWish[] {
  const isOf = (kind: RegExp) => hints.filter((hint) => kind.test(hint)).every((hint) => index.hasTrait(hint));
  const format = hints.find((hint) => ANIME_FORMATS.some((each) => each === hint));
  const part = hints.find(isPart);
  const number = hints.find(isNumber);
  const hasNumber = number === undefined || index.hasTrait(number) || index.hasWord(number.slice(1));
  return [
    ...(isOf(/^y\d/) ? [] : (['year'] as const)),
    ...(hasSeason ? [] : (['season'] as const)),
    ...(hasNumber ? [] : (['number'] as const)),
    ...(part === undefined || index.hasTrait(part) || index.hasTrait(partOfPart(part)) ? [] : (['part'] as const)),
    ...(format === undefined || index.hasTrait(format) ? [] : (['format'] as const)),
    ...(isOf(/^final$/) || index.hasWord('final') ? [] : (['final'] as const)),
  ];
}

function hintsOf(hints: readonly Trait[]): QueryHints {
  const numberAfter = (kind: string) => {
    const hint = hints.find((trait) => trait.startsWith(kind) && /^\d/.test(trait.slice(1)));
    return hint === undefined ? null : Number(hint.slice(1));
  };
  return {
    year: numberAfter('y'),
    season: null,
    number: numberAfter('n'),
    part: numberAfter('p'),
    episode: numberAfter('e'),
    format: ANIME_FORMATS.find((format) => hints.includes(format)) ?? null,
    isFinal: hints.includes('final'),
  };
}
