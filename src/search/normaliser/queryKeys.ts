import { isInitials } from './initials.ts';
import { type QueryWords, queryWords } from './queryWords.ts';
import { readText } from './readText.ts';
import { countCjk } from './textRuns.ts';

/** What a query is compared by; see `TitleKeys` for the keys. */
export interface QueryKeys {
  readonly exact: string;
  /** Empty when the query has neither letters nor numbers: then only `exact` can match. */
  readonly raw: string;
  readonly folded: readonly string[];
  /** The words of each reading: as written, and with seasons canonical where that differs. */
  readonly readings: readonly QueryWords[];
  /** The query without punctuation when it is one word that may be initials, else empty. */
  readonly initials: string;
  readonly hasCjk: boolean;
  /** Code points of `raw`. */
  readonly length: number;
}

/** Never throws, whatever the text. */
export function queryKeys(q: string): QueryKeys {
  const { exact, raw, folded, readings } = readText(q);
  const [written] = readings;
  return {
    exact,
    raw,
    folded,
    readings: readings.map(queryWords),
    initials: isInitials(written) ? written : '',
    hasCjk: countCjk(raw) > 0,
    length: [...raw].length,
  };
}
