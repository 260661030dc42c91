import { numbersInDigits } from './numbers.ts';

const ROMAN: Readonly<Record<string, number>> = { ii: 2, iii: 3, iv: 4, v: 5, vi: 6, vii: 7, viii: 8, ix: 9 };
const ORDINAL = 'first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth';
const CARDINAL = 'one|two|three|four|five|six|seven|eight|nine|ten';
const KATAKANA_ORDINAL = 'ファースト|セカンド|サード|フォース|フィフス|シックスス|セブンス|エイス|ナインス|テンス';
const HAN_DIGITS = '一二三四五六七八九';
/** 10 to 99 as spoken. Higher numbers and other spellings (二百五十六, 一二, 廿六) are not numbers here. */
const HAN_TENS = `[二三四五六七八九]?十[${HAN_DIGITS}]?`;
/** Neighbours that make a numeral part of a longer one. */
export const NUMERAL = `\\p{N}〇零${HAN_DIGITS}十百千万萬億壱壹弐貳参參肆伍陸漆捌玖拾佰仟廿卅卌两兩`;

/** The number in a text: digits, Roman, Han or words. */
export function numberOf(text: string): number {
  const katakana = KATAKANA_ORDINAL.split('|').indexOf(text);
  return katakana < 0 ? (ROMAN[text] ?? Number.parseInt(numbersInDigits(text), 10)) : katakana + 1;
}

const ROMAN_NUMERAL = 'viii|vii|vi|iv|ix|iii|ii|v';
const START = '(?<![\\p{Script=Latin}\\p{N}])';
const END = '(?![\\p{Script=Latin}\\p{N}])';
const SEASON_WORD = '(?:season|シーズン|しーずん)';
/** Counted as a season only in words: a second stage is a season, Stage 2 may be anything. */
const COUNTED = `(?:${SEASON_WORD}|stage)`;

/** Spellings of seasons; the first group is the number. */
const SPELLINGS = [
  `第 ?(\\d{1,2}|${HAN_TENS}|[${HAN_DIGITS}]) ?(?:期|季|シーズン|シリーズ|season)`,
  `${START}(\\d{1,2})(?:st|nd|rd|th) ?(?:${SEASON_WORD}|シリーズ|stage)`,
  `${START}(${ORDINAL}) ?${COUNTED}`,
  `(${KATAKANA_ORDINAL}) ?シーズン`,
  `${START}${SEASON_WORD} ?(\\d{1,2}|${ROMAN_NUMERAL}|${CARDINAL})${END}`,
  `${START}s ?(\\d{1,2})${END}`,
  `${START}(\\d{1,2}) ?[期季]`,
  `(?<![${NUMERAL}])(${HAN_TENS}|[二三四五六七八九]) ?期(?= |$)`,
  `${START}(\\d{1,2})(?:st|nd|rd|th)$`,
].map((pattern) => new RegExp(pattern, 'gu'));

const LONE_ROMAN = new RegExp(`(?<=[^ ] ?)${START}(${ROMAN_NUMERAL})${END}`, 'gu');

/** Every spelling contains one of these; most titles have none, and matching each spelling is slow. */
const MAYBE_SEASON = /[\d第期季シし]|season|stage|\b[iv]/;

/**
 * The plain text with every spelled season as its bare number (II–IX, "s2", "2nd season", "第2期" …), which is itself a
 * spelling. A first season has none: "season 1" is removed, unless nothing would remain.
 */
export function canonicalSeasons(plain: string): string {
  if (!MAYBE_SEASON.test(plain)) return plain;
  const spelled = (_: string, number: string) => (numberOf(number) === 1 ? ' ' : ` ${numberOf(number)} `);
  let text = plain;
  for (const spelling of SPELLINGS) text = text.replace(spelling, spelled);
  text = text.replace(LONE_ROMAN, spelled).replace(/ +/g, ' ').trim();
  return text === '' ? plain : text;
}
