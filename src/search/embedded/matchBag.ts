import type { Clause } from '../plan/clause.ts';
import { beginningsWith, weighBag } from '../plan/weighBag.ts';
import type { IndexedCatalog } from './indexedCatalog.ts';
import type { PointMarks } from './pointMarks.ts';

type BagClause = Extract<Clause, { kind: 'bag' }>;

/** Marks the anime whose titles together have enough of the words. @param sums scratch memory */
export function matchBag(catalog: IndexedCatalog, clause: BagClause, marks: PointMarks, sums: PointMarks): void {
  const { words, titles } = catalog;
  const having = new Map(
    clause.words.map((word) => {
      const anime = new Set<number>();
      words.visitKey(word, (title) => anime.add(titles.owners[title] as number));
      return [word, anime];
    }),
  );
  const of = (word: string) => having.get(word)?.size ?? 0;
  const bag = weighBag(clause, { anime: catalog.size, of });
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
    const anime = new Set(beginningsWith(word).flatMap((prefix) => beginning(catalog, prefix)));
    for (const each of anime) sums.lift(each, begun);
  }
  for (const anime of enough) marks.mark(anime, clause.points + sums.pointsOf(anime));
}

function beginning(catalog: IndexedCatalog, prefix: string): number[] {
  const anime: number[] = [];
  catalog.keys.spaced.visitPrefix(prefix, (each) => anime.push(each));
  return anime;
}
