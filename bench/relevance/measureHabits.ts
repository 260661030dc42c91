import type { SearchEngine } from '../../src/graph/search/port.ts';
import type { Habit } from './habits.ts';
import type { JudgedFigures } from './judged/measureJudged.ts';

const LOOKED_AT = 5;

/** How often what people type around names finds the work. */
export async function measureHabits(engine: SearchEngine, habits: readonly Habit[]): Promise<JudgedFigures[]> {
  const all: JudgedFigures[] = [];
  for (const { kind, queries } of habits) {
    let [first, among] = [0, 0];
    for (const { q, right } of queries) {
      const { hits } = await engine.search({ q, filters: {}, limit: LOOKED_AT });
      if (right.has(hits[0]?.id ?? '')) first++;
      if (hits.some(({ id }) => right.has(id))) among++;
    }
    all.push({ kind, queries: queries.length, hitAt1: first / queries.length, hitAt5: among / queries.length });
  }
  return all;
}
