import { fold } from './fold.ts';
import { readKana } from './kanaReading.ts';
import { numbersInDigits } from './numbers.ts';
import { cutKey, exactKey, plainText, squash } from './plainText.ts';
import { canonicalSeasons } from './season.ts';

/** The common form of titles and queries. */
export interface ReadText {
  readonly exact: string;
  readonly raw: string;
  readonly folded: readonly string[];
  /** The distinct readings of the plain text: as written, with canonical seasons, with romanised kana. */
  readonly readings: readonly [string, ...string[]];
}

/** Characters of Roman numerals, often set without a space: NFKC makes them letters of the preceding word. */
const ROMAN_SIGNS = /[\u2160-\u217F]+/gu;

/** Catalogues leave a leading article out, and people add one. */
const ARTICLE = /^the (?=.)/;

/** @param isTitle a title that is one number word is that number, a query the beginning of a name */
export function readText(text: string, isTitle: boolean): ReadText {
  const exact = cutKey(exactKey(text));
  const plain = readPlain(text, exact);
  const canonical = canonicalSeasons(plain);
  const readings: [string, ...string[]] = [plain];
  const spoken = readSigns(text);
  for (const reading of [
    canonical,
    ...(spoken === text ? [] : [canonicalSeasons(readPlain(spoken))]),
    readKana(canonical),
    canonical.replace(ARTICLE, ''),
    inDigits(canonical, isTitle),
  ]) {
    if (!readings.includes(reading)) readings.push(reading);
  }
  const raw = cutKey(squash(plain));
  const folded = new Set<string>();
  for (const reading of readings) folded.add(cutKey(fold(squash(reading))));
  folded.delete('');
  return { exact, raw, folded: [...folded], readings };
}

function inDigits(plain: string, isTitle: boolean): string {
  const digits = numbersInDigits(plain);
  return isTitle || plain.includes(' ') || !/^\d+$/.test(digits) ? digits : plain;
}

/** Symbols that are spoken: people type the word, or the letter that the symbol replaces (IDOLM@STER). */
function readSigns(text: string): string {
  if (!/[&＆×@＠]/.test(text)) return text;
  return text
    .replace(/[&＆]/g, ' and ')
    .replaceAll('×', ' x ')
    .replace(/(?<=\p{L})[@＠](?=\p{L})/gu, 'a');
}

/** The plain text of a title, or of a part of it. */
export function readPlain(text: string, exact = cutKey(exactKey(text))): string {
  const spaced = text.replace(ROMAN_SIGNS, ' $& ');
  return plainText(spaced === text ? exact : cutKey(exactKey(spaced)));
}

/** Separators of a subtitle or a bracketed remark. A hyphen counts only beside a space: Spider-Man is one name. */
const BORDER = /[:：~～〜「」『』【】[\]()（）<>〈〉《》|｜]|\s[-–—‐]+|[-–—‐]+\s/u;

/** The parts of a title as written: the name and what follows; one part for most titles. */
export function titleParts(title: string): string[] {
  const parts = title.split(BORDER).filter((part) => /[\p{L}\p{N}]/u.test(part));
  return parts.length === 0 ? [title] : parts;
}
