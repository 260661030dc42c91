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

/** How the titles of an anime match a query. */
export interface TitleMatch {
  /** Which of the titles has most of the query. */
  readonly title: number;
  /** What of that title matches, ascending and apart. */
  readonly ranges: readonly TextRange[];
  /** Words that it has with other letters. */
  readonly corrected: readonly { readonly typed: string; readonly meant: string }[];
  /** Words of the query, hints aside, that none of the titles has. */
  readonly leftOut: readonly string[];
  /** Whether the title has the query by initials or beginnings of its words alone. */
  readonly isContracted: boolean;
}

/** What a hit is found by. */
export interface Explanation extends Pick<TitleMatch, 'corrected' | 'leftOut'> {
  readonly matchedBy: SearchMatch;
  /** What is asked for that the hit has not. */
  readonly unmet: readonly SearchWish[];
}

/** What an explanation is read from. */
export interface ExplainedAnime {
  readonly titles: readonly string[];
  readonly format: string;
  readonly year: number | null;
}

/** A query as it was understood. */
export interface QueryReading {
  readonly hints: QueryHints;
  /** Null when no title has any of it: the anime belongs to a series whose name matches. */
  match(titles: readonly string[]): TitleMatch | null;
  /** @param lead the titles of the work whose series was searched */
  explain(anime: ExplainedAnime, lead: readonly string[]): Explanation;
}
