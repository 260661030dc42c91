import type { CatalogTitle } from '../readCatalog.ts';
import type { QueryKind } from './kind.ts';

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = '  twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const HAN = '〇一二三四五六七八九';
const ROMAN = ['', '', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX'];

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
function rewritten(pattern: RegExp, write: (number: string) => string | undefined) {
  return ({ title }: CatalogTitle): string | undefined => {
    const match = pattern.exec(title);
    const number = match && write(match[0]);
    if (!match || number === undefined || number === null) return undefined;
    return title.slice(0, match.index) + number + title.slice(match.index + match[0].length);
  };
}

const LATIN = /^[\x20-\x7e]+$/;
const WORDS = new Map([...Array(100).keys()].map((n) => [inWords(n), n]));

/** A number that is part of a title, written in another way. */
export const NUMBER_KINDS: readonly QueryKind[] = [
  {
    name: 'number in words',
    goal: 0.95,
    write: (title) =>
      LATIN.test(title.title)
        ? rewritten(/(?<=^| )(?:[2-9]|1\d|[2-9]\d|1\d\d)(?=$| )/, (n) => inWords(Number(n)))(title)
        : undefined,
  },
  {
    name: 'number word in digits',
    goal: 0.95,
    write: (title) =>
      LATIN.test(title.title)
        ? rewritten(
            new RegExp(`(?<=^| )(?:${[...WORDS.keys()].sort((a, b) => b.length - a.length).join('|')})(?=$| )`, 'i'),
            (word) => String(WORDS.get(word.toLowerCase())),
          )(title)
        : undefined,
  },
  {
    name: 'Roman number in digits',
    goal: 0.95,
    write: (title) =>
      LATIN.test(title.title)
        ? rewritten(/(?<= )(?:II|III|IV|VI|VII|VIII|IX)(?=$|[ :])/, (roman) => String(ROMAN.indexOf(roman)))(title)
        : undefined,
  },
  {
    name: 'digits in Han',
    goal: 0.95,
    write: (title) =>
      LATIN.test(title.title)
        ? undefined
        : rewritten(
            /(?<![\p{N}\p{Script=Latin}.．])(?:[2-9]|[1-9]\d)(?=[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}])/u,
            (n) => inHan(Number(n)),
          )(title),
  },
  {
    name: 'Han number in digits',
    goal: 0.95,
    write: (title) =>
      rewritten(
        /(?<![一二三四五六七八九十百千万第])(?:[二三四五六七八九]?十[一二三四五六七八九]?|[二三四五六七八九])(?![一二三四五六七八九十百千万])/u,
        (han) => (/^[一二三四五六七八九十]+$/.test(han) ? String(fromHan(han)) : undefined),
      )(title),
  },
];
