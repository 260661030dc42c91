import { describe, expect, test } from '@jest/globals';
import { CatalogDraft } from '../../../../src/graph/import/draft/catalogDraft.ts';
import { type BatchPlan, planBatch } from '../../../../src/graph/import/planBatch.ts';
import type { AnimeRecord, CatalogRecord, EpisodeRecord } from '../../../../src/graph/import/record.ts';
import { fc } from '../../../support/randomCases.ts';

/**
 * Three sources tell of the same few works, each work under one id that all of them state. Whatever the order, the repeats and the
 * interruptions, the catalogue comes to the same, because it hangs on each source's last record alone.
 */
const SOURCES = ['mal', 'anilist', 'anidb'] as const;
const WORKS = ['1', '2', '3'] as const;
const now = new Date('2026-01-01T00:00:00Z');
const past = '2025-06-01T00:00:00.000Z';

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const named = fc.constantFrom('Action', 'Drama', 'Comedy', 'Sci-Fi');

const anime: fc.Arbitrary<AnimeRecord> = fc
  .record({
    source: fc.constantFrom(...SOURCES),
    work: fc.constantFrom(...WORKS),
    titles: fc.array(
      fc.record({
        title: fc.constantFrom('A', 'B', 'C', 'a'),
        language: optional(fc.constantFrom('ja', 'en')),
        kind: optional(fc.constantFrom('official' as const, 'synonym' as const)),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    year: optional(fc.option(fc.integer({ min: 2000, max: 2005 }))),
    format: optional(fc.option(fc.constantFrom('tv' as const, 'movie' as const, 'unknown' as const))),
    genres: optional(fc.uniqueArray(named, { maxLength: 3 })),
    popularity: optional(fc.option(fc.integer({ min: 0, max: 3 }))),
  })
  .map(({ source, work, ...rest }) => ({
    type: 'anime',
    source,
    sourceId: work,
    externalIds: Object.fromEntries([...SOURCES, 'kitsu'].map((site) => [site, work])),
    ...rest,
  }));

const episode: fc.Arbitrary<EpisodeRecord> = fc
  .record({
    source: fc.constantFrom(...SOURCES),
    work: fc.constantFrom(...WORKS),
    number: fc.constantFrom(1, 2, 2.5),
    standing: fc.constantFrom(
      { status: 'released' as const, releasedAt: past },
      { status: 'scheduled' as const },
      { status: 'delayed' as const, scheduledAt: past },
      { status: 'cancelled' as const, scheduledAt: null },
    ),
  })
  .map(({ source, work, number, standing }) => ({
    type: 'episode',
    source,
    sourceId: `${work}/${number}`,
    anime: { source, sourceId: work },
    number,
    ...standing,
  }));

function run(batches: readonly (readonly CatalogRecord[])[]): CatalogDraft {
  const draft = new CatalogDraft();
  for (const [priority, name] of SOURCES.entries()) draft.sources.set(name, { name, priority, approved: true });
  for (const records of batches) plan(draft, records);
  return draft;
}

function plan(draft: CatalogDraft, records: readonly CatalogRecord[]): BatchPlan {
  return planBatch(draft, { proposals: [] }, records, { review: false, now }).finish();
}

/** Canonical rows without the ids that each run draws for itself. */
function rows(draft: CatalogDraft): unknown {
  const works = new Map(
    [...draft.anime.values()].map((it) => [it.id, it.now?.externalIds.find(({ site }) => site === 'kitsu')?.id]),
  );
  const sorted = (items: unknown[]) => items.map((it) => JSON.stringify(it)).sort();
  return {
    anime: sorted([...draft.anime.values()].map(({ now: it }) => it)),
    episodes: sorted(
      [...draft.episodes.values()].map(({ now: it }) => ({ ...it, animeId: works.get(it?.animeId ?? '') })),
    ),
  };
}

/** One full record a source and work, so that every order is allowed to end in the same last words. */
const lastWords = fc.uniqueArray(anime, {
  selector: ({ source, sourceId }) => `${source}/${sourceId}`,
  minLength: 1,
  maxLength: 9,
});

describe('import sequences converge', () => {
  test('in any order between sources', () => {
    fc.assert(
      fc.property(lastWords, fc.infiniteStream(fc.nat()), (records, random) => {
        const shuffled = [...records]
          .map((it) => [random.next().value as number, it] as const)
          .sort(([a], [b]) => a - b);
        expect(rows(run([shuffled.map(([, it]) => it)]))).toEqual(rows(run([records])));
      }),
    );
  });

  test('cut into any batches, interrupted anywhere and run again, or replayed as a whole', () => {
    // A parent stands earlier than its episodes, as in every file that is taken whole.
    const story = fc
      .tuple(fc.array(anime, { minLength: 1, maxLength: 15 }), fc.array(episode, { maxLength: 15 }))
      .map(([parents, children]): CatalogRecord[] => [...parents, ...children]);
    fc.assert(
      fc.property(story, fc.nat(30), (records, cut) => {
        const whole = rows(run([records]));
        expect(rows(run([records.slice(0, cut), records.slice(cut)]))).toEqual(whole);
        expect(rows(run([records.slice(0, cut), records]))).toEqual(whole);
        expect(rows(run([records, records]))).toEqual(whole);
      }),
    );
  });

  test('saying the same again changes nothing', () => {
    fc.assert(
      fc.property(lastWords, (records) => {
        const draft = run([records]);
        const before = rows(draft);
        const { outcomes } = plan(draft, records);
        expect(outcomes.every(({ kind }) => kind === 'unchanged')).toBe(true);
        expect(rows(draft)).toEqual(before);
      }),
    );
  });
});
