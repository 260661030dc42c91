import type { CatalogAnime, CatalogTitle } from '../readCatalog.ts';
import type { Random } from '../seededRandom.ts';
import type { JudgedText } from './judgedText.ts';

/** Writes the query for a title; undefined where its rule does not apply to that. */
export type Writer = (title: CatalogTitle, random: Random, anime: CatalogAnime) => string | undefined;

/** Whether an anime's titles fit a query as well as those it was made from. */
export type Fit = (query: JudgedText, titles: readonly JudgedText[]) => boolean;

/** A way in which people write a title that they want to find. */
export interface QueryKind {
  readonly name: string;
  /** Least hit@1. */
  readonly goal: number;
  readonly write: Writer;
  /** For queries that cannot tell one anime: the most popular anime that fits is right, too. */
  readonly fits?: Fit;
  /** Least hit@5, where it is told apart. */
  readonly goalAt5?: number;
  /** How many of the most popular anime it draws from; all when absent. */
  readonly wellKnown?: number;
}

/** Whether one title fits. */
export function anyTitle(fits: (query: JudgedText, title: JudgedText) => boolean): Fit {
  return (query, titles) => titles.some((title) => fits(query, title));
}
