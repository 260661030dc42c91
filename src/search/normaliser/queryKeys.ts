import { cutKey, exactKey } from './exactKey.ts';
import { plainText, squash } from './plainText.ts';
import { canonicalSeasons } from './season.ts';
import { foldedKeys } from './titleKeys.ts';
import { hasCjk, type QueryWord, queryWords } from './words.ts';

/** What a query is compared by; see `TitleKeys` for the keys. */
export interface QueryKeys {
  readonly exact: string;
  /** Empty when the query has neither letters nor numbers: then only `exact` can match. */
  readonly raw: string;
  readonly folded: readonly string[];
  /** The words of each reading: as written, and with seasons canonical where that differs. */
  readonly readings: readonly (readonly QueryWord[])[];
  readonly hasCjk: boolean;
  /** Code points of `raw`. */
  readonly length: number;
}

/** Never throws, whatever the text. */
export function queryKeys(q: string): QueryKeys {
  const exact = cutKey(exactKey(q));
  const plain = plainText(exact);
  const canonical = canonicalSeasons(plain);
  const readings = plain === canonical ? [plain] : [plain, canonical];
  const raw = cutKey(squash(plain));
  return {
    exact,
    raw,
    folded: foldedKeys(readings),
    readings: readings.map(queryWords).filter((words) => words.length > 0),
    hasCjk: hasCjk(raw),
    length: [...raw].length,
  };
}
