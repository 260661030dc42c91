import type { Fit, QueryKind, Writer } from './kind.ts';
import { numbers, seasons } from './writers/numbers.ts';
import * as parts from './writers/parts.ts';
import {
  asIs,
  converted,
  fullWidth,
  kunrei,
  otherCase,
  otherParticle,
  replacing,
  rewritten,
  shifting,
  withoutPunctuation,
} from './writers/spellings.ts';
import { SLIPS, twoTypos, typo, within } from './writers/typos.ts';

type Row = readonly [
  name: string,
  goal: number,
  write: Writer,
  fits?: Fit,
  more?: Pick<QueryKind, 'goalAt5' | 'wellKnown'>,
];

const macrons = replacing([/ou|oo/gi, 'ō'], [/uu/gi, 'ū']);
const shortVowels = replacing([/o[uo]/gi, 'o'], [/uu/gi, 'u']);

/** The seed of a kind is its place: a new one comes last. */
const ROWS: readonly Row[] = [
  ['exact ja-Latn', 0.99, asIs('ja-Latn')],
  ['exact en', 0.99, asIs('en')],
  ['exact ja', 0.99, asIs('ja')],
  ['exact zh-Hans', 0.99, asIs('zh-Hans')],
  ['exact zh-Hant', 0.99, asIs('zh-Hant')],
  ['other case', 0.99, rewritten(otherCase)],
  ['full-width', 0.99, rewritten(fullWidth)],
  ['squashed', 0.99, rewritten(replacing([/\s+/g, '']))],
  ['punctuation dropped', 0.99, rewritten(withoutPunctuation)],
  ['macron', 0.98, rewritten(macrons, 'ja-Latn')],
  ['short vowel', 0.98, rewritten(shortVowels, 'ja-Latn')],
  ['Kunrei', 0.98, rewritten(kunrei, 'ja-Latn')],
  ['wo/o', 0.98, rewritten(otherParticle, 'ja-Latn')],
  ['hiragana for katakana', 0.98, rewritten(shifting(/[ァ-ヶ]/g, -0x60), 'ja')],
  ['katakana for hiragana', 0.98, rewritten(shifting(/[ぁ-ゖ]/g, 0x60), 'ja')],
  ['dropped ー', 0.98, rewritten(replacing([/ー/g, '']), 'ja')],
  ['traditional (Taiwan)', 0.98, rewritten(converted('cn', 'tw'), 'zh-Hans')],
  ['traditional (Hong Kong)', 0.98, rewritten(converted('cn', 'hk'), 'zh-Hans')],
  ['simplified', 0.98, rewritten(converted('tw', 'cn'), 'zh-Hant')],
  ['old characters', 0.98, rewritten(converted('jp', 't'), 'ja')],
  ['simplified Japanese', 0.98, rewritten(converted('jp', 'cn'), 'ja')],
  ['typo: insertion', 0.98, typo(SLIPS.insertion), within(1)],
  ['typo: deletion', 0.98, typo(SLIPS.deletion), within(1)],
  ['typo: substitution', 0.98, typo(SLIPS.substitution), within(1)],
  ['typo: transposition', 0.98, typo(SLIPS.transposition), within(1)],
  ['two typos', 0.95, twoTypos, within(2)],
  ['season spelling, Latin', 0.97, seasons.latin],
  ['season spelling, CJK', 0.97, seasons.cjk],
  ['prefix', 0.98, parts.beginning, parts.begins],
  ['words in any order', 0.97, parts.someWords, parts.hasSomeWords],
  ['half-typed last word', 0.95, parts.halfTyped, parts.hasHalfTyped],
  ['part of a Japanese title', 0.95, parts.partOfJapanese, parts.contains],
  ['initials', 0.7, parts.initials, parts.hasInitials, { goalAt5: 0.9, wellKnown: 500 }],
  ['number in words', 0.95, numbers.digitsInWords],
  ['number word in digits', 0.95, numbers.wordsInDigits],
  ['Roman number in digits', 0.95, numbers.romanInDigits],
  ['digits in Han', 0.95, numbers.digitsInHan],
  ['Han number in digits', 0.95, numbers.hanInDigits],
  ['mixed scripts', 0.95, parts.mixedScripts, parts.hasMixed],
];

export const KINDS: readonly QueryKind[] = ROWS.map(([name, goal, write, fits, more]) => ({
  ...{ name, goal, write },
  ...(fits && { fits }),
  ...more,
}));
