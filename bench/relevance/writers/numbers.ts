import { pick } from '../../seededRandom.ts';
import type { Writer } from '../kind.ts';

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = '  twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const WORDS = new Map([...Array(100).keys()].map((n) => [inWords(n), n]));
const LONGEST_WORDS_FIRST = [...WORDS.keys()].sort((a, b) => b.length - a.length);
const HAN = '〇一二三四五六七八九';
const ROMAN = ['', '', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX'];
const ORDINALS = ['', 'First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth', 'Ninth'];
const LATIN = /^[\x20-\x7e]+$/;

function inWords(n: number): string {
  if (n < 20) return ONES[n] as string;
  if (n >= 100) return n === 100 ? 'one hundred' : `one hundred ${inWords(n - 100)}`;
  return n % 10 === 0 ? (TENS[n / 10] as string) : `${TENS[Math.floor(n / 10)]} ${ONES[n % 10]}`;
}

function inHan(n: number): string {
  const [tens, units] = [Math.floor(n / 10), n % 10];
  return `${tens > 1 ? HAN.charAt(tens) : ''}${tens > 0 ? '十' : ''}${units > 0 ? HAN.charAt(units) : ''}`;
}

function fromHan(text: string): number {
  const [tens, units] = text.includes('十') ? text.split('十') : ['', text];
  const ten = text.includes('十') ? (tens ? HAN.indexOf(tens) : 1) * 10 : 0;
  return ten + (units ? HAN.indexOf(units) : 0);
}

/** The first number of a title that stands alone, written in another way. */
function rewritten(pattern: RegExp, write: (number: string) => string, isFor = (_title: string) => true): Writer {
  return ({ title }) => {
    const match = isFor(title) ? pattern.exec(title) : null;
    if (match === null) return undefined;
    return title.slice(0, match.index) + write(match[0]) + title.slice(match.index + match[0].length);
  };
}

const isLatin = (title: string) => LATIN.test(title);

/** A number that is part of a title, written in another way. */
export const numbers = {
  digitsInWords: rewritten(/(?<=^| )(?:[2-9]|1\d|[2-9]\d|1\d\d)(?=$| )/, (n) => inWords(Number(n)), isLatin),
  wordsInDigits: rewritten(
    new RegExp(`(?<=^| )(?:${LONGEST_WORDS_FIRST.join('|')})(?=$| )`, 'i'),
    (word) => String(WORDS.get(word.toLowerCase())),
    isLatin,
  ),
  romanInDigits: rewritten(
    /(?<= )(?:II|III|IV|VI|VII|VIII|IX)(?=$|[ :])/,
    (roman) => String(ROMAN.indexOf(roman)),
    isLatin,
  ),
  digitsInHan: rewritten(
    /(?<![\p{N}\p{Script=Latin}.．])(?:[2-9]|[1-9]\d)(?=[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}])/u,
    (n) => inHan(Number(n)),
    (title) => !isLatin(title),
  ),
  hanInDigits: rewritten(
    /(?<![一二三四五六七八九十百千万第])(?:[二三四五六七八九]?十[一二三四五六七八九]?|[二三四五六七八九])(?![一二三四五六七八九十百千万])/u,
    (han) => String(fromHan(han)),
  ),
};

interface SeasonMarks {
  /** At the end of a title, the number in the first group that is set. */
  readonly mark: RegExp;
  readonly forms: readonly ((n: number) => string)[];
}

const LATIN_MARKS: SeasonMarks = {
  mark: /\s+(?:Season ([2-9])|([2-9])(?:st|nd|rd|th) Season|S([2-9])|(II|III|IV|V|VI|VII|VIII|IX))$/i,
  forms: [
    (n) => `Season ${n}`,
    (n) => `S${n}`,
    (n) => `${n}${['', 'st', 'nd', 'rd'][n] ?? 'th'} Season`,
    (n) => `${ORDINALS[n]} Season`,
    (n) => `${ROMAN[n]}`,
    (n) => `${n}`,
  ],
};
const CJK_MARKS: SeasonMarks = {
  mark: /[\s(（]*(?:第([2-9二三四五六七八九])[期季]|([2-9])期|Season ?([2-9])|([Ⅱ-Ⅸ]))[)）]?$/i,
  forms: [
    (n) => `第${n}期`,
    (n) => `第${HAN[n]}期`,
    (n) => `第${n}季`,
    (n) => `第${HAN[n]}季`,
    (n) => `${n}期`,
    (n) => `Season ${n}`,
    (n) => `${n}`,
  ],
};

/** A title that ends in the mark of a season, the mark written in another way. */
function season({ mark, forms }: SeasonMarks, isFor: (title: string, language: string | null) => boolean): Writer {
  return ({ title, language }, random) => {
    const match = isFor(title, language) ? mark.exec(title) : null;
    const number = match && seasonOf(match.slice(1).find((group) => group !== undefined) ?? '');
    if (!match || !number || match.index === 0) return undefined;
    const query = `${title.slice(0, match.index)} ${pick(random, forms)(number)}`;
    return query.toLowerCase() === title.toLowerCase() ? undefined : query;
  };
}

function seasonOf(mark: string): number {
  const text = mark.normalize('NFKC').toUpperCase();
  return Math.max(ROMAN.indexOf(text), HAN.indexOf(text), Number.parseInt(text, 10) || 0);
}

export const seasons = {
  latin: season(LATIN_MARKS, isLatin),
  cjk: season(
    CJK_MARKS,
    (title, language) => language !== 'ja-Latn' && /[\p{Script=Han}\p{Script=Katakana}]/u.test(title),
  ),
};
