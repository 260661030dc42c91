import { fold } from './fold.ts';
import { cutKey, cutWord, squash } from './plainText.ts';
import { readText } from './readText.ts';
import { isInitials } from './shortNames.ts';
import { countCjk, lengthClass, pairs, spacedKey, textRuns } from './textRuns.ts';

/** The keys that a query is matched by; see `TitleKeys` for the documents'. */
export interface QueryKeys {
  readonly exact: string;
  /** Empty when the query has neither letters nor numbers: then only `exact` can match. */
  readonly raw: string;
  readonly folded: readonly string[];
  /** The words of each distinct reading: as written, with canonical seasons, with romanised kana. */
  readonly readings: readonly QueryWords[];
  /** Squashed readings that may be initials ("snk", "sao2"). */
  readonly initials: readonly string[];
  readonly hasCjk: boolean;
  /** See `lengthClass`. */
  readonly lengthClass: number;
}

/** Never throws, whatever the text. */
export function queryKeys(q: string): QueryKeys {
  const { exact, raw, folded, readings } = readText(q, false);
  return {
    exact,
    raw,
    folded,
    readings: readings.map(queryWords),
    initials: [...new Set(readings.map(squash))].filter(isInitials),
    hasCjk: countCjk(raw) > 0,
    lengthClass: lengthClass(raw),
  };
}

/** The distinct words of a query's plain text, in order; `half` is the last one, folded, if it may be half-typed. */
export interface QueryWords {
  /** As of titles, without the length class, which differs from title to title. */
  readonly spaced: string;
  /** Those without Han and kana as written. */
  readonly raw: readonly string[];
  /** Folded; for Han and kana the pairs of each run, or its only character. */
  readonly folded: readonly string[];
  /** The runs of Latin letters or of Han and kana, in order, as written. */
  readonly runs: readonly string[];
  /** Absent when the text ends in Han or kana, where `folded` already matches prefixes. */
  readonly half: string | undefined;
}

function queryWords(plain: string): QueryWords {
  const raw = new Set<string>();
  const folded = new Set<string>();
  let half: QueryWords['half'];
  const runs = textRuns(plain);
  for (const { text, cjk } of runs) {
    if (cjk) {
      const characters = [...fold(text)];
      for (const part of characters.length === 1 ? characters : pairs(characters)) folded.add(part);
      half = undefined;
    } else {
      half = cutWord(fold(text));
      raw.add(cutWord(text));
      folded.add(half);
    }
  }
  return {
    spaced: cutKey(`0${spacedKey(plain)}`).slice(1),
    raw: [...raw],
    folded: [...folded],
    half,
    runs: runs.map(({ text }) => text),
  };
}
