import { describe, expect, test } from '@jest/globals';
import type { SearchDocument } from '../../../src/graph/search/port.ts';
import { needsNextStage, planSearch } from '../../../src/search/plan/planSearch.ts';
import { TIERS } from '../../../src/search/plan/tiers.ts';
import { documentId } from '../arbitraries.ts';
import { ReferenceEngine } from '../referenceEngine.ts';

function tiersOf(q: string): string[][] {
  return planSearch(q).stages.map((clauses) => [...new Set(clauses.map(({ tier }) => TIERS[tier] as string))]);
}

/** The tier by which a query finds a title, or undefined. */
async function tierBetween(q: string, title: string): Promise<string | undefined> {
  const document: SearchDocument = {
    id: documentId(1),
    version: 1n,
    titles: [title],
    format: 'tv',
    status: 'finished',
    year: null,
    popularity: null,
  };
  const { hits } = await new ReferenceEngine([document]).search({ q, filters: {}, limit: 1 });
  return hits[0] && TIERS[hits[0].position.tier];
}

describe('a query finds a title by', () => {
  test.each([
    ['exact', 'shingeki no KYOJIN', 'Shingeki no Kyojin'],
    ['exact', '!!!', '!!!'],
    ['raw', 'shingekinokyojin', 'Shingeki no Kyojin'],
    ['folded', 'singeki no kyozin', 'Shingeki no Kyojin'],
    ['folded', 'shingeki no kyojin s2', 'Shingeki no Kyojin 2nd Season'],
    ['raw-prefix', 'shingeki no k', 'Shingeki no Kyojin'],
    ['raw-words', 'kyojin shingeki', 'Shingeki no Kyojin'],
    ['raw-words', 'season', 'Overlord Season 2'],
    ['raw-words', '撃の巨', '進撃の巨人'],
    ['folded-prefix', 'singeki n', 'Shingeki no Kyojin'],
    ['folded-words', 'kyozin singeki', 'Shingeki no Kyojin'],
    ['folded-words', '击の巨', '進撃の巨人'],
    ['last-word-prefix', 'kyojin shin', 'Shingeki no Kyojin'],
    ['last-word-prefix', 'kyojin s', 'Shingeki no Kyojin'],
    ['initials', 'snk', 'Shingeki no Kyojin'],
    ['initials', 'MP100', 'Mob Psycho 100'],
    ['raw-one-edit', 'shingeki no kyoijn', 'Shingeki no Kyojin'],
    ['raw-one-edit', 'blech', 'Bleach'],
    ['folded-one-edit', 'shingeki no kyozinn', 'Shingeki no Kyojin'],
    ['raw-two-edits', 'shngeki no kyoin', 'Shingeki no Kyojin'],
    ['fuzzy-words', 'kyojim shingek', 'Shingeki no Kyojin'],
  ])('%s: %s', async (tier, q, title) => {
    expect(await tierBetween(q, title)).toBe(tier);
  });
});

describe('a query does not find', () => {
  test.each([
    ['a title that has its words only together with another', 'kyojin overlord', 'Shingeki no Kyojin'],
    ['by signs alone a title with letters', '!!!', 'Aria!!!'],
    ['by three letters with a slip', 'air', 'Ari'],
    ['by Han with a slip', '進撃の人', '進撃の巨人'],
    ['by seven letters with two slips', 'bleaxhx', 'Bleach'],
  ])('%s', async (_, q, title) => {
    expect(await tierBetween(q, title)).toBeUndefined();
  });
});

describe('the plan', () => {
  test('asks for edits only where there are letters enough and no Han or kana', () => {
    expect(tiersOf('shingeki').slice(1)).toEqual([
      ['raw-one-edit', 'folded-one-edit'],
      ['raw-two-edits'],
      ['fuzzy-words'],
    ]);
    expect(tiersOf('bleach').slice(1)).toEqual([['raw-one-edit', 'folded-one-edit'], [], ['fuzzy-words']]);
    expect(tiersOf('snk').slice(1)).toEqual([[], [], []]);
    expect(tiersOf('進撃の巨人 kyojin').slice(1)).toEqual([[], [], []]);
  });

  test('asks for signs alone only as they are', () => {
    expect(planSearch('♥ !').stages).toEqual([[{ kind: 'term', tier: 0, field: 'exact', value: '♥ !' }], [], [], []]);
    expect(planSearch('\u200b').stages).toEqual([[], [], [], []]);
  });

  test('leaves out clauses that another covers', () => {
    const clauses = planSearch('aria').stages[0] ?? [];
    expect(clauses.map(({ tier }) => TIERS[tier])).toEqual([
      'exact',
      'raw',
      'folded',
      'raw-prefix',
      'folded-prefix',
      'raw-words',
      'last-word-prefix',
      'initials',
    ]);
  });

  test('goes on while nothing is found and stages are left', () => {
    const plan = planSearch('shingeki');
    expect(needsNextStage(plan, 0, undefined)).toBe(true);
    expect(needsNextStage(plan, 0, 7)).toBe(false);
    expect(needsNextStage(plan, plan.stages.length - 1, undefined)).toBe(false);
  });

  test('never throws and stays small, whatever the query', () => {
    for (const q of [
      '\ud800',
      '😀'.repeat(200),
      'ﷺ'.repeat(200),
      'a '.repeat(100),
      'の'.repeat(200),
      '*"-:()~^'.repeat(25),
    ]) {
      expect(planSearch(q).stages.flat().length).toBeLessThan(20);
    }
  });
});
