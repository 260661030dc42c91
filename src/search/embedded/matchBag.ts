import type { ClauseOf } from '../plan/clause.ts';
import { beginningsWith, weighBag } from '../plan/weighBag.ts';
import type { IndexedCatalog } from './indexedCatalog.ts';
import type { PointMarks } from './pointMarks.ts';

/** Marks the anime whose titles together have enough of the words. @param sums scratch memory */
export function matchBag(catalog: IndexedCatalog, clause: ClauseOf<'bag'>, marks: PointMarks, sums: PointMarks): void {
  const { words, owners } = catalog.titles;
  const having = new Map(
    clause.words.map((word) => [word, new Set(words.carriersOf(word).map((title) => owners[title] as number))]),
  );
  const bag = weighBag(clause, { anime: catalog.size, of: (word) => having.get(word)?.size ?? 0 });
  if (bag === undefined) return;
  sums.reset(catalog.capacity);
  for (const { word, points } of bag.words) {
    for (const anime of having.get(word) ?? []) sums.mark(anime, sums.pointsOf(anime) + points);
  }
  const enough: number[] = [];
  sums.visit((anime) => {
    if (sums.pointsOf(anime) >= bag.least) enough.push(anime);
  });
  for (const { word, begun } of bag.words) {
    if (begun === 0) continue;
    for (const anime of catalog.keys.spaced.beginning(beginningsWith(word))) sums.lift(anime, begun);
  }
  for (const anime of enough) marks.mark(anime, clause.points + sums.pointsOf(anime));
}
