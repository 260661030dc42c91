import { describe, expect, test } from '@jest/globals';
import { CatalogDraft } from '../../../src/graph/import/draft/catalogDraft.ts';
import { planBatch } from '../../../src/graph/import/planBatch.ts';
import type { AnimeRecord, CatalogRecord, EpisodeRecord } from '../../../src/graph/import/record.ts';

const now = new Date('2026-01-01T00:00:00Z');

function emptyDraft(): CatalogDraft {
  const draft = new CatalogDraft();
  for (const [priority, name] of ['mal', 'anilist', 'anidb'].entries())
    draft.sources.set(name, { name, priority, approved: true });
  return draft;
}

function anime(source: string, sourceId: string, more: Partial<AnimeRecord> = {}): AnimeRecord {
  return { type: 'anime', source, sourceId, titles: [{ title: `${source} ${sourceId}` }], ...more };
}

function episode(sourceId: string, more: Partial<EpisodeRecord> = {}): EpisodeRecord {
  return { type: 'episode', source: 'mal', sourceId, anime: { source: 'mal', sourceId: '1' }, number: 1, ...more };
}

function plan(records: readonly CatalogRecord[], draft = emptyDraft(), review = false) {
  const { outcomes, proposals } = planBatch(draft, { proposals: [] }, records, { review, now }).finish();
  return { kinds: outcomes.map(({ kind }) => kind), outcomes, proposals: [...proposals.values()], draft };
}

describe('identity', () => {
  test('the same record twice changes nothing', () => {
    expect(plan([anime('mal', '1'), anime('mal', '1')]).kinds).toEqual(['created', 'unchanged']);
  });

  test('an id at an identifying site is the same anime', () => {
    const { kinds, draft } = plan([anime('mal', '1'), anime('anilist', '7', { externalIds: { mal: '1' } })]);
    expect(kinds).toEqual(['created', 'updated']);
    expect(draft.anime.size).toBe(1);
  });

  test('a key counts as the id of its site', () => {
    const { draft } = plan([anime('mal', '1', { externalIds: { anilist: '7' } }), anime('anilist', '7')]);
    expect(draft.anime.size).toBe(1);
  });

  test('an id at another site identifies nothing', () => {
    const tmdb = { externalIds: { tmdb: 'tv/1' } };
    expect(plan([anime('mal', '1', tmdb), anime('mal', '2', tmdb)]).kinds).toEqual(['created', 'created']);
  });

  test('two different matches wait for a reviewer, by site', () => {
    const { outcomes, draft } = plan([
      anime('mal', '1'),
      anime('anidb', '2'),
      anime('anilist', '3', { externalIds: { mal: '1', anidb: '2' } }),
    ]);
    expect(outcomes[2]).toMatchObject({
      kind: 'proposed',
      reason: 'ambiguous_match',
      candidates: [...draft.anime.keys()].reverse(),
    });
  });

  test('a match that has another key of the same source waits for a reviewer', () => {
    const { outcomes } = plan([
      anime('mal', '1', { externalIds: { anidb: '5' } }),
      anime('mal', '2', { externalIds: { anidb: '5' } }),
    ]);
    expect(outcomes[1]).toMatchObject({ kind: 'proposed', reason: 'ambiguous_match' });
  });

  test('an unapproved source and a requested review wait', () => {
    expect(plan([anime('blog', '1')]).outcomes[0]).toMatchObject({ kind: 'proposed', reason: 'unapproved_source' });
    expect(plan([anime('mal', '1')], emptyDraft(), true).outcomes[0]).toMatchObject({
      kind: 'proposed',
      reason: 'review_requested',
    });
  });
});

describe('canonical value', () => {
  test('is the first known value in the order of sources, whatever arrives first', () => {
    const mal = anime('mal', '1', { year: null, format: 'unknown', episodes: 12 });
    const anilist = anime('anilist', '7', { externalIds: { mal: '1' }, year: 2013, format: 'tv', episodes: 13 });
    const values = [
      [mal, anilist],
      [anilist, mal],
    ].map((records) => [...plan(records).draft.anime.values()][0]?.now);
    expect(values[0]).toMatchObject({
      year: 2013,
      format: 'tv',
      episodeCount: 12,
      titles: [{ title: 'mal 1' }, { title: 'anilist 7' }],
    });
    expect(values[1]).toEqual(values[0]);
  });

  test('absent means as before, null means unknown', () => {
    const draft = emptyDraft();
    plan([anime('mal', '1', { year: 2013, episodes: 12 })], draft);
    plan([{ type: 'anime', source: 'mal', sourceId: '1', year: null }], draft);
    expect([...draft.anime.values()][0]?.now).toMatchObject({
      year: null,
      episodeCount: 12,
      titles: [{ title: 'mal 1' }],
    });
  });

  test('an id that a source takes back identifies no more', () => {
    const draft = emptyDraft();
    plan([anime('mal', '1', { externalIds: { anidb: '5' } }), anime('mal', '1', { externalIds: {} })], draft);
    expect(plan([anime('anidb', '5')], draft).kinds).toEqual(['created']);
  });

  test('a title needs to be known on first sight', () => {
    expect(plan([{ type: 'anime', source: 'mal', sourceId: '1' }]).outcomes[0]).toMatchObject({
      kind: 'rejected',
      pointer: '/titles',
    });
  });
});

describe('episodes', () => {
  const at = '2025-12-31T00:00:00.000Z';

  test('find their parent earlier in the file, by key or by id', () => {
    expect(plan([anime('mal', '1'), episode('1/1')]).kinds).toEqual(['created', 'created']);
    expect(plan([anime('anilist', '7', { externalIds: { mal: '1' } }), episode('1/1')]).kinds).toEqual([
      'created',
      'created',
    ]);
  });

  test('match by key, else by number', () => {
    const { kinds, draft } = plan([anime('mal', '1'), episode('a'), { ...episode('b'), source: 'anilist' }]);
    expect(kinds).toEqual(['created', 'created', 'unchanged']);
    expect(draft.episodes.size).toBe(1);
  });

  test('of one source at one number are one; of two records in a batch the first key counts', () => {
    const { kinds, draft } = plan([
      anime('mal', '1'),
      episode('a', { titles: [{ title: 'A' }] }),
      episode('b', { titles: [{ title: 'B' }], number: 2 }),
      episode('b', { number: 1 }),
    ]);
    expect(kinds).toEqual(['created', 'created', 'unchanged', 'unchanged']);
    expect([...draft.episodes.values()].map(({ now: it }) => it)).toMatchObject([
      { number: 1, titles: [{ title: 'A' }] },
    ]);
  });

  test('leaving released clears the confirmation', () => {
    const { kinds, draft } = plan([
      anime('mal', '1'),
      episode('a', { status: 'released', releasedAt: at }),
      episode('a', { status: 'delayed' }),
    ]);
    expect(kinds).toEqual(['created', 'created', 'updated']);
    expect([...draft.episodes.values()][0]?.now).toMatchObject({ status: 'delayed', releasedAt: null });
  });

  test('a planned time in the past confirms nothing', () => {
    const { draft } = plan([
      anime('mal', '1'),
      episode('a', { status: 'scheduled', scheduledAt: '2000-01-01T00:00:00.000Z' }),
    ]);
    expect([...draft.episodes.values()][0]?.now).toMatchObject({ status: 'scheduled', releasedAt: null });
  });

  test.each<[Partial<EpisodeRecord>, string]>([
    [{ status: 'released' }, '/releasedAt'],
    [{ releasedAt: at }, '/status'],
    [{ status: 'scheduled', releasedAt: at }, '/status'],
    [{ status: 'released', releasedAt: '2026-01-01T00:05:00.001Z' }, '/releasedAt'],
    [{ anime: { source: 'mal', sourceId: '404' } }, '/anime'],
  ])('refused: %j', (more, pointer) => {
    expect(plan([anime('mal', '1'), episode('a', more)]).outcomes[1]).toMatchObject({
      kind: 'rejected',
      pointer,
    });
  });

  test('a confirmation up to five minutes ahead is clock skew', () => {
    expect(
      plan([anime('mal', '1'), episode('a', { status: 'released', releasedAt: '2026-01-01T00:05:00.000Z' })]).kinds[1],
    ).toBe('created');
  });

  test('wait with their parent', () => {
    const { kinds, proposals } = plan([anime('blog', '1'), episode('a', { anime: { source: 'blog', sourceId: '1' } })]);
    expect(kinds).toEqual(['proposed', 'proposed']);
    expect(proposals).toHaveLength(2);
  });
});

describe('year and season', () => {
  const premiere = (...records: AnimeRecord[]) => {
    const [anime] = [...plan(records).draft.anime.values()];
    return [anime?.now?.year, anime?.now?.season];
  };

  test.each([
    ['2023-01-01', 2023, 'winter'],
    ['2023-03-21', 2023, 'winter'],
    ['2023-03-22', 2023, 'spring'],
    ['2023-06-20', 2023, 'spring'],
    ['2023-06-21', 2023, 'summer'],
    ['2023-09-20', 2023, 'summer'],
    ['2023-09-21', 2023, 'fall'],
    ['2023-09-29', 2023, 'fall'],
    ['2023-12-21', 2023, 'fall'],
    ['2023-12-22', 2024, 'winter'],
    ['2023-12-25', 2024, 'winter'],
    ['2024-02-29', 2024, 'winter'],
    ['1899-12-25', 1900, 'winter'],
    ['1899-12-21', null, null],
    ['2200-12-25', null, null],
    ['9999-12-31', null, null],
    [null, null, null],
  ] as const)('of a premiere on %s are %s %s where no source states them', (startDate, year, season) => {
    expect(premiere(anime('mal', '1', { startDate }))).toEqual([year, season]);
    expect(premiere(anime('mal', '1', { startDate, year: null, season: null }))).toEqual([year, season]);
  });

  test.each([
    ['both', { year: 2023, season: 'summer' }, 2023, 'summer'],
    ['both, of another time', { year: 2020, season: 'spring' }, 2020, 'spring'],
    ['the season of the quarter', { season: 'fall' }, 2023, 'fall'],
    ['the season of the next one', { season: 'winter' }, 2024, 'winter'],
    ['another season', { season: 'spring' }, 2023, 'spring'],
    ['the year of the quarter', { year: 2023 }, 2023, 'fall'],
    ['the year of the next one', { year: 2024 }, 2024, 'winter'],
    ['another year', { year: 2020 }, 2020, null],
  ] as const)('that a source states stand, the other agrees with it: %s', (_, stated, year, season) => {
    const dated = anime('mal', '1', { startDate: '2023-12-25' });
    expect(premiere({ ...dated, ...stated })).toEqual([year, season]);
    // Whoever states it, however little it is believed beside the source of the date.
    expect(premiere(dated, anime('anidb', '9', { externalIds: { mal: '1' }, ...stated }))).toEqual([year, season]);
  });

  test('a winter that opens in early December is that of the next year', () => {
    expect(premiere(anime('mal', '1', { startDate: '2023-12-02', season: 'winter' }))).toEqual([2024, 'winter']);
  });

  test('are taken back with the statement', () => {
    const stated = anime('mal', '1', { startDate: '2023-09-29', year: 2023, season: 'summer' });
    expect(premiere(stated, anime('mal', '1', { year: null, season: null }))).toEqual([2023, 'fall']);
  });
});

describe('genres', () => {
  const merged = (...records: AnimeRecord[]) => [...plan(records).draft.anime.values()][0]?.now;
  const anidb = (more: Partial<AnimeRecord>) => anime('anidb', '9', { externalIds: { mal: '1' }, ...more });

  test('and studios are one however their words are joined, by the first name', () => {
    const { genres, studios } =
      merged(
        anime('mal', '1', { genres: ['Sci-Fi'], studios: ['A-1 Pictures', '-'] }),
        anidb({ genres: ['sci fi', 'Sci\u2011Fi', 'SciFi'], studios: ['A\u20111 Pictures', '--'] }),
      ) ?? {};
    expect({ genres, studios }).toEqual({ genres: ['Sci-Fi', 'SciFi'], studios: ['A-1 Pictures', '-', '--'] });
  });

  test.each([
    ['nobody states it', {}, {}, true],
    ['another source states it', {}, { isAdult: false }, false],
    ['it is stated', { isAdult: false }, {}, false],
    ['it is stated as unknown', { isAdult: null }, {}, true],
  ] as const)('make an anime of Hentai one for adults where %s', (_, mal, other, isAdult) => {
    expect(merged(anime('mal', '1', mal), anidb({ genres: ['HENTAI'], ...other }))?.isAdult).toBe(isAdult);
  });

  test('leave isAdult unknown otherwise', () => {
    expect(merged(anime('mal', '1', { genres: ['Ecchi'] }))?.isAdult).toBeNull();
  });
});
