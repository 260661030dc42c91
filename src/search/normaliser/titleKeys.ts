import { titleInitials } from './initials.ts';
import { readText } from './readText.ts';
import { titleTokens } from './titleTokens.ts';

/**
 * Tokens of one title that are indexed. Elasticsearch tells titles apart by position gaps: `max_gaps` 500 must span a whole
 * title and stay below the gap of 1,000 between two.
 */
export const MAX_TITLE_TOKENS = 500;

/** What the index holds of one title. Empty keys are not indexed. */
export interface TitleKeys {
  /** NFKC, lower case, single spaces. */
  readonly exact: string;
  /** Marks stripped, punctuation and spaces out, nothing folded; empty when the title has neither letters nor numbers. */
  readonly raw: string;
  /** `raw` folded, and once more with seasons canonical where that differs; none when `raw` is empty. */
  readonly folded: readonly string[];
  /** Distinct words of both readings (seasons as written and canonical), without spaces inside. */
  readonly tokens: readonly string[];
  /** Distinct initials of both readings. */
  readonly initials: readonly string[];
}

/** Never throws, whatever the text. */
export function titleKeys(title: string): TitleKeys {
  const { exact, raw, folded, readings } = readText(title);
  const tokens = new Set(readings.flatMap(titleTokens));
  tokens.delete('');
  return {
    exact,
    raw,
    folded,
    tokens: [...tokens].slice(0, MAX_TITLE_TOKENS),
    initials: [...new Set(readings.flatMap(titleInitials))],
  };
}
