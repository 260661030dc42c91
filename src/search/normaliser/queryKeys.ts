import { cutKey } from './exactKey.ts';
import { isInitials } from './initials.ts';
import { lengthClass } from './lengthClass.ts';
import { squash } from './plainText.ts';
import { type QueryWords, queryWords } from './queryWords.ts';
import { readText } from './readText.ts';
import { spacedKey } from './spacedKey.ts';
import { countCjk } from './textRuns.ts';

/** What a query is compared by; see `TitleKeys` for the keys. */
export interface QueryKeys {
  readonly exact: string;
  /** Empty when the query has neither letters nor numbers: then only `exact` can match. */
  readonly raw: string;
  readonly folded: readonly string[];
  /** Without the class of length, which differs from title to title. */
  readonly spaced: readonly string[];
  /** The words of each reading: as written, with seasons canonical and with kana in Latin letters, where that differs. */
  readonly readings: readonly QueryWords[];
  /** The squashed readings that may be initials ("snk", "sao2"). */
  readonly initials: readonly string[];
  readonly hasCjk: boolean;
  /** Code points of `raw`. */
  readonly length: number;
  /** See `lengthClass`. */
  readonly lengthClass: number;
}

const HAN = /\p{Script=Han}/u;

/** Never throws, whatever the text. */
export function queryKeys(q: string): QueryKeys {
  const { exact, raw, folded, readings } = readText(q);
  // Of a text with Han only runs of kana could be read, and those are found as they are.
  const readable = HAN.test(raw) ? readings.filter((reading, i) => i === 0 || HAN.test(reading)).slice(0, 2) : readings;
  return {
    exact,
    raw,
    folded,
    spaced: raw === '' ? [] : [...new Set(readable.map((reading) => cutKey(`0${spacedKey(reading)}`).slice(1)))],
    readings: readable.map(queryWords),
    initials: [...new Set(readings.map(squash))].filter(isInitials),
    hasCjk: countCjk(raw) > 0,
    length: [...raw].length,
    lengthClass: lengthClass(raw),
  };
}
