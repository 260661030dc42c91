import type { CatalogAnime } from '../readCatalog.ts';
import { type JudgedText, judgedText } from './judgedText.ts';
import { anyTitle } from './kind.ts';
import type { RelevanceQuery } from './queries.ts';

/** Prominence is an estimate: nobody tells two anime apart by less of it. */
export const LIKE_FAME = 40;

interface JudgedAnime {
  readonly titles: readonly JudgedText[];
  readonly anime: CatalogAnime;
}

/**
 * Decides what a person would take as right. Right is
 * - an anime that carries the title from which the query was written, or one that says the same of the season;
 * - an anime one of whose own titles reads as the query does: a typo can make another anime's name;
 * - the work entered twice: an anime whose title differs from that one by the article or the season's spelling, and
 *   whose facts contradict none of the target's;
 * - for queries that fit several titles (a prefix, some words …): the most prominent anime with a title that fits, or
 *   that begins with the query; of equally prominent ones any.
 */
export class Judge {
  readonly #anime = new Map<string, JudgedAnime>();
  readonly #byReading = new Map<string, Set<string>>();
  readonly #byVariant = new Map<string, Set<string>>();

  constructor(catalog: readonly CatalogAnime[]) {
    for (const anime of catalog) {
      const titles = anime.titles.map(judgedText);
      this.#anime.set(anime.id, { titles, anime });
      for (const title of titles) {
        for (const reading of title.readings) addTo(this.#byReading, reading, anime.id);
        for (const variant of title.variants) addTo(this.#byVariant, variant, anime.id);
      }
    }
  }

  /** How many of the leading hits precede the first right one; undefined when none is right. */
  rankOfFirstRight(query: RelevanceQuery, hits: readonly string[]): number | undefined {
    const certain = new Set([
      query.target.id,
      ...this.#carriers(query.title),
      ...this.#carriers(query.q),
      ...this.#sameWorks(query),
    ]);
    const rank = hits.findIndex((id) => certain.has(id));
    if (rank === 0) return 0;
    const fitting = query.kind.fits === undefined ? new Set<string>() : this.#mostProminentFitting(query);
    const other = hits.findIndex((id) => fitting.has(id));
    if (other < 0) return rank < 0 ? undefined : rank;
    return rank < 0 ? other : Math.min(rank, other);
  }

  #carriers(text: string): string[] {
    return judgedText(text).readings.flatMap((reading) => [...(this.#byReading.get(reading) ?? [])]);
  }

  #sameWorks({ title, target }: RelevanceQuery): string[] {
    const alike = judgedText(title).variants.flatMap((variant) => [...(this.#byVariant.get(variant) ?? [])]);
    return alike.filter((id) => mayBeOneWork(target, this.#anime.get(id)?.anime ?? target));
  }

  #mostProminentFitting({ kind, q }: RelevanceQuery): Set<string> {
    const query = judgedText(q);
    const right = new Set<string>();
    const begins = anyTitle(({ key }, title) => title.key.startsWith(key));
    for (const fits of [kind.fits, begins]) {
      const matches = [...this.#anime.values()].filter(({ titles }) => fits?.(query, titles));
      const most = Math.max(...matches.map(({ anime }) => anime.prominence));
      for (const { anime } of matches) if (anime.prominence >= most - LIKE_FAME) right.add(anime.id);
    }
    return right;
  }
}

/** Whether no fact that both records state differs. */
function mayBeOneWork(a: CatalogAnime, b: CatalogAnime): boolean {
  const unlike = (x: string | number | null, y: string | number | null) =>
    x !== y && ![x, y].some((value) => value === null || value === 'unknown');
  return !unlike(a.year, b.year) && !unlike(a.format, b.format) && !unlike(a.episodes, b.episodes);
}

function addTo(index: Map<string, Set<string>>, key: string, id: string): void {
  index.set(key, (index.get(key) ?? new Set()).add(id));
}
