import { cutKey, exactKey } from './exactKey.ts';
import { fold } from './fold.ts';
import { plainText, squash } from './plainText.ts';
import { canonicalSeasons } from './season.ts';

/** What titles and queries have in common. */
export interface ReadText {
  readonly exact: string;
  readonly raw: string;
  readonly folded: readonly string[];
  /** The plain text as written, and with seasons canonical where that differs. */
  readonly readings: readonly [string, ...string[]];
}

/** Signs of Roman numerals, often set without a space: NFKC makes them letters of the word before. */
const ROMAN_SIGNS = /[\u2160-\u217F]+/gu;

export function readText(text: string): ReadText {
  const exact = cutKey(exactKey(text));
  const spaced = text.replace(ROMAN_SIGNS, ' $& ');
  const plain = plainText(spaced === text ? exact : cutKey(exactKey(spaced)));
  const canonical = canonicalSeasons(plain);
  const readings: [string, ...string[]] = plain === canonical ? [plain] : [plain, canonical];
  const raw = cutKey(squash(plain));
  const folded = new Set(readings.map((reading) => cutKey(fold(squash(reading)))));
  folded.delete('');
  return { exact, raw, folded: [...folded], readings };
}
