import type { CatalogAnime } from '../readCatalog.ts';
import { beginsWith, type JudgedText, judgedText } from './judgedText.ts';
import { anyTitle } from './kind.ts';
import type { RelevanceQuery } from './queries.ts';

/** Prominence is an estimate: nobody tells two anime apart by less of it. */
export const LIKE_FAME = 40;

interface JudgedAnime {
  readonly titles: readonly JudgedText[];
  readonly prominence: number;
}

/**
 * Decides what a person would take as right. Right is
 * - an anime that carries the title from which the query was written (several may: some works are entered twice);
 * - an anime one of whose own titles reads as the query does: a typo can make another anime's name;
 * - for queries that fit several titles (a prefix, some words …): the most prominent anime with a title that fits, or that begins
 *   with the query; of equally prominent ones any.
 */
export class Judge {
  readonly #anime = new Map<string, JudgedAnime>();
  readonly #byForm = new Map<string, Set<string>>();

  constructor(catalog: readonly CatalogAnime[]) {
    for (const { id, titles, prominence } of catalog) {
      const judged = titles.map(judgedText);
      this.#anime.set(id, { titles: judged, prominence });
      // A title of signs alone has no key; such titles are told apart as written.
      judged.forEach(({ forms }, i) => {
        for (const form of forms.length > 0 ? forms : [titles[i] as string]) {
          this.#byForm.set(form, (this.#byForm.get(form) ?? new Set()).add(id));
        }
      });
    }
  }

  /** How many of the leading hits precede the first right one; undefined when none is right. */
  rankOfFirstRight(query: RelevanceQuery, hits: readonly string[]): number | undefined {
    const certain = new Set([query.target.id, ...this.#carriers(query.title), ...this.#carriers(query.q)]);
    const rank = hits.findIndex((id) => certain.has(id));
    if (rank === 0) return 0;
    const fitting = query.kind.fits === undefined ? new Set<string>() : this.#mostProminentFitting(query);
    const other = hits.findIndex((id) => fitting.has(id));
    if (other < 0) return rank < 0 ? undefined : rank;
    return rank < 0 ? other : Math.min(rank, other);
  }

  #carriers(text: string): string[] {
    const { forms } = judgedText(text);
    return (forms.length > 0 ? forms : [text]).flatMap((form) => [...(this.#byForm.get(form) ?? [])]);
  }

  #mostProminentFitting({ kind, q }: RelevanceQuery): Set<string> {
    const query = judgedText(q);
    const right = new Set<string>();
    for (const fits of [kind.fits, anyTitle(beginsWith)]) {
      const matches = [...this.#anime].filter(([, { titles }]) => fits?.(query, titles));
      const most = Math.max(...matches.map(([, { prominence }]) => prominence));
      for (const [id, { prominence }] of matches) if (prominence >= most - LIKE_FAME) right.add(id);
    }
    return right;
  }
}
