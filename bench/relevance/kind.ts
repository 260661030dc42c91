import type { CatalogAnime, CatalogTitle } from '../readCatalog.ts';
import type { Random } from '../seededRandom.ts';
import type { JudgedText } from './judgedText.ts';

/** A way in which people write a title that they want to find. */
export interface QueryKind {
  readonly name: string;
  /** Least hit@1. */
  readonly goal: number;
  /** Least hit@5, where it is told apart. */
  readonly goalAt5?: number;
  /** Whether the kind draws from this anime; all when absent. */
  readonly fromAnime?: (anime: CatalogAnime, rank: number | undefined) => boolean;
  /** The query for a title, or undefined when the rule does not apply to it. */
  readonly write: (title: CatalogTitle, random: Random, anime: CatalogAnime) => string | undefined;
  /**
   * For queries that cannot tell one anime: whether an anime's titles fit the query as well as those it was made from. The most
   * popular anime that fits is right, too.
   */
  readonly fits?: (query: JudgedText, titles: readonly JudgedText[]) => boolean;
}

/** Whether one title fits. */
export function anyTitle(fits: (query: JudgedText, title: JudgedText) => boolean): QueryKind['fits'] & object {
  return (query, titles) => titles.some((title) => fits(query, title));
}
