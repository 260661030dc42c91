import { pick, type Random } from '../seededRandom.ts';
import type { QueryKind } from './kind.ts';

const ROMAN = ['', '', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX'];
const HAN = ['', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
const ORDINALS = ['', 'First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth', 'Ninth'];
const SUFFIX = ['', 'st', 'nd', 'rd'];

const LATIN_FORMS: readonly ((n: number) => string)[] = [
  (n) => `Season ${n}`,
  (n) => `S${n}`,
  (n) => `${n}${SUFFIX[n] ?? 'th'} Season`,
  (n) => `${ORDINALS[n]} Season`,
  (n) => `${ROMAN[n]}`,
  (n) => `${n}`,
];
const CJK_FORMS: readonly ((n: number) => string)[] = [
  (n) => `第${n}期`,
  (n) => `第${HAN[n]}期`,
  (n) => `第${n}季`,
  (n) => `第${HAN[n]}季`,
  (n) => `${n}期`,
  (n) => `Season ${n}`,
  (n) => `${n}`,
];

/** The mark of a season at the end of a title, its number in the first group that is set. */
const LATIN_MARK = /\s+(?:Season ([2-9])|([2-9])(?:st|nd|rd|th) Season|S([2-9])|(II|III|IV|V|VI|VII|VIII|IX))$/i;
const CJK_MARK = /[\s(（]*(?:第([2-9二三四五六七八九])[期季]|([2-9])期|Season ?([2-9])|([Ⅱ-Ⅸ]))[)）]?$/i;

function numberOf(mark: string): number {
  const text = mark.normalize('NFKC').toUpperCase();
  return Math.max(ROMAN.indexOf(text), HAN.indexOf(text), Number.parseInt(text, 10) || 0);
}

function rewritten(
  text: string,
  mark: RegExp,
  forms: readonly ((n: number) => string)[],
  random: Random,
): string | undefined {
  const match = mark.exec(text);
  const number = match && numberOf(match.slice(1).find((group) => group !== undefined) ?? '');
  if (!match || !number || match.index === 0) return undefined;
  const query = `${text.slice(0, match.index)} ${pick(random, forms)(number)}`;
  return query.toLowerCase() === text.toLowerCase() ? undefined : query;
}

/** A title that ends in the mark of a season, the mark written in another way. */
export const SEASON_KINDS: readonly QueryKind[] = [
  {
    name: 'season spelling, Latin',
    goal: 0.97,
    write: ({ title }, random) =>
      /^[\x20-\x7e]+$/.test(title) ? rewritten(title, LATIN_MARK, LATIN_FORMS, random) : undefined,
  },
  {
    name: 'season spelling, CJK',
    goal: 0.97,
    write: ({ title, language }, random) =>
      language !== 'ja-Latn' && /[\p{Script=Han}\p{Script=Katakana}]/u.test(title)
        ? rewritten(title, CJK_MARK, CJK_FORMS, random)
        : undefined,
  },
];
