import type { AnimeFormat, SearchMatch, SearchWish } from '../model/vocabulary.ts';

/** What a query says beside a name. */
export interface QueryHints {
  readonly year: number | null;
  /** Spelled as a season ("s2", "second season"). */
  readonly season: number | null;
  /** At the end, as a season or a part of the name ("persona 4"). */
  readonly number: number | null;
  readonly part: number | null;
  /** Names no work: it is dropped. */
  readonly episode: number | null;
  readonly format: AnimeFormat | null;
  readonly isFinal: boolean;
}

/** Characters of a text, in code points; `end` is not included. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The title of an anime that matches a query. */
export interface TitleMatch {
  /** Which of the titles. */
  readonly title: number;
  /** What of it matches, ascending and apart. */
  readonly ranges: readonly TextRange[];
}

/** By what a hit has its score. */
export interface Explanation {
  /** Null when no title has any of the query. */
  readonly match: TitleMatch | null;
  readonly matchedBy: SearchMatch;
  /** What the title has with other letters. */
  readonly corrected: readonly { readonly typed: string; readonly meant: string }[];
  /** Words of the query, hints aside, that none of the titles has. */
  readonly leftOut: readonly string[];
  /** The hints that are not true of the hit. */
  readonly unmet: readonly SearchWish[];
}

/** What an explanation is read from: the anime, and the stages and the score of its `SearchPosition`. */
export interface ExplainedHit {
  readonly stages: number;
  readonly score: number;
  readonly titles: readonly string[];
  readonly format: string;
  readonly year: number | null;
}

/** A query as it was understood. */
export interface QueryReading {
  readonly hints: QueryHints;
  /** Where titles have the words, nearly or as initials; null when none has any. */
  match(titles: readonly string[]): TitleMatch | null;
  /** @param lead the titles of the work whose series was searched */
  explain(hit: ExplainedHit, lead: readonly string[]): Explanation;
}
