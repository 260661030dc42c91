import { cutKey, exactKey } from './exactKey.ts';
import { isInitials } from './initials.ts';
import { plainText, squash } from './plainText.ts';
import { canonicalSeasons } from './season.ts';
import { foldedKeys } from './titleKeys.ts';
import { hasCjk, type QueryWords, queryWords } from './words.ts';

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
  const exact = cutKey(exactKey(q));
  const plain = plainText(exact);
  const canonical = canonicalSeasons(plain);
  const readings = plain === canonical ? [plain] : [plain, canonical];
  const raw = cutKey(squash(plain));
  return {
    exact,
    raw,
    folded: foldedKeys(readings),
    readings: readings.map(queryWords),
    initials: isInitials(plain) ? plain : '',
    hasCjk: hasCjk(raw),
    length: [...raw].length,
  };
}
