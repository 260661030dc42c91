const UNITS = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen'
).split(' ');
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const CARDINALS = [...UNITS.entries(), ...TENS.map((word, n) => [20 + 10 * n, word] as const)];
const VALUES = new Map([
  ...CARDINALS.map(([n, word]) => [word, n] as const),
  ...CARDINALS.map(([n, word]) => [`${word.replace(/y$/, 'ie')}th`, n] as const),
  ...Object.entries({ first: 1, second: 2, third: 3, fifth: 5, eighth: 8, ninth: 9, twelfth: 12 }),
]);
const START = '(?<![\\p{L}\\p{N}])';
const END = '(?![\\p{L}\\p{N}])';
const WORD = [...VALUES.keys()].sort((a, b) => b.length - a.length).join('|');
const BELOW_100 = `(?:(?:${TENS.join('|')}) )?(?:${WORD})`;
/** Up to 9,999: "ninety one", "one hundred", "thirty fifth". An article before an ordinal belongs to it. */
const IN_WORDS = new RegExp(
  `${START}(?:the )?(?:(${BELOW_100}) hundred(?: (?:and )?(${BELOW_100}))?|hundred|(double )?(${BELOW_100}))${END}`,
  'gu',
);
const ORDINAL_DIGITS = new RegExp(`${START}(?:the )?(\\d+)(?:st|nd|rd|th)${END}`, 'gu');
const LEADING_ZEROS = new RegExp(`${START}0+(?=[1-9]\\d*${END})`, 'gu');

const HAN_DIGITS = '〇一二三四五六七八九';
const HAN_NUMBER = /[〇一二三四五六七八九十百]+/gu;
const HAN_BELOW_1000 = /^(?:([二三四五六七八九]?)(百))?〇?(?:([一二三四五六七八九]?)(十))?([〇一二三四五六七八九])?$/u;

/** Every number written otherwise has one of these. */
const MAYBE_NUMBER =
  /[〇一二三四五六七八九十]|(?<!\d)0\d|\d(?:st|nd|rd|th)|zero|one|t[ew]|th|f[io]|fou|six|seve|eig|nin|eleven|sec|hundred/;

/** A plain text with its numbers in digits: words ("ninety one"), Han ("三月"), ordinals ("35th"), zeros before. */
export function numbersInDigits(plain: string): string {
  if (!MAYBE_NUMBER.test(plain)) return plain;
  return plain
    .replace(IN_WORDS, (_, hundreds?: string, rest?: string, twice?: string, small?: string) => {
      if (small === undefined)
        return String(100 * below100(hundreds ?? 'one') + (rest === undefined ? 0 : below100(rest)));
      return String(below100(small)).repeat(twice === undefined ? 1 : 2);
    })
    .replace(ORDINAL_DIGITS, '$1')
    .replace(LEADING_ZEROS, '')
    .replace(/(?<![a-z])number (?=\d)/g, 'no ')
    .replace(HAN_NUMBER, hanInDigits);
}

function below100(text: string): number {
  return text.split(' ').reduce((sum, word) => sum + (VALUES.get(word) ?? 0), 0);
}

/** A numeral of a higher number or of another kind stays: digits in a row, 百 alone. */
function hanInDigits(text: string): string {
  const [, hundreds, hundred, tens, ten, units] = HAN_BELOW_1000.exec(text) ?? [];
  if (text === '百' || (hundred ?? ten ?? units) === undefined) return text;
  const digit = (han: string | undefined, none: number) =>
    han === undefined || han === '' ? none : HAN_DIGITS.indexOf(han);
  return String(
    (hundred === undefined ? 0 : 100 * digit(hundreds, 1)) +
      (ten === undefined ? 0 : 10 * digit(tens, 1)) +
      digit(units, 0),
  );
}
