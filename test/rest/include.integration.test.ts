import { beforeAll, describe, expect, test } from '@jest/globals';
import { routes } from '../../src/rest/routes.ts';
import { countStatements } from '../support/countStatements.ts';
import { describeWith } from '../support/describeWith.ts';
import { ofSuite } from '../support/ofSuite.ts';
import { fc } from '../support/randomCases.ts';
import { refusalOf } from './support/describeParameters.ts';
import { openSampleApi } from './support/openSampleApi.ts';
import { sampleNow } from './support/sampleRecords.ts';

type Json = Readonly<Record<string, unknown>>;
type Page = Json & { readonly items?: readonly Json[] };

interface Episode extends Json {
  readonly number: number;
  readonly status: string;
  readonly scheduledAt: string | null;
  readonly releasedAt: string | null;
}

const HOUR = 3_600_000;
const hours = (count: number) => new Date(sampleNow.getTime() + count * HOUR);

/** The reference: the first of the episodes, all of which are read, by the words of the description. */
function current(name: 'nextEpisode' | 'lastReleased', episodes: readonly Episode[], now: Date): Json | null {
  const at = now.toISOString();
  const fit = episodes.filter(({ status, scheduledAt, releasedAt }) =>
    name === 'nextEpisode'
      ? (status === 'scheduled' || status === 'delayed') && scheduledAt !== null && scheduledAt >= at
      : status === 'released' && releasedAt !== null && releasedAt <= at,
  );
  const order =
    name === 'nextEpisode'
      ? (a: Episode, b: Episode) => (a.scheduledAt ?? '').localeCompare(b.scheduledAt ?? '') || a.number - b.number
      : (a: Episode, b: Episode) => (b.releasedAt ?? '').localeCompare(a.releasedAt ?? '') || b.number - a.number;
  const [first] = [...fit].sort(order);
  if (first === undefined) return null;
  const { id, number, title, status, scheduledAt, releasedAt } = first;
  return { id, number, title, status, scheduledAt, releasedAt } as Json;
}

describeWith(['postgres'], 'include=', () => {
  const { take } = countStatements();
  const api = ofSuite(() => openSampleApi({ cacheBytes: 4_000_000 }));
  let animeTargets: readonly string[];
  let episodeTargets: readonly string[];

  beforeAll(async () => {
    const { animeId, episodeId } = api;
    const plan = { status: 'scheduled' as const };
    await api.catalog.import(
      fc
        .sample(
          fc.record({ anime: fc.integer({ min: 2, max: 30 }), at: fc.integer({ min: -4, max: 4 }), kind: fc.nat(3) }),
          120,
        )
        .map(({ anime, at, kind }, n) => ({
          ...{
            type: 'episode',
            source: 'mal',
            sourceId: `random/${n}`,
            anime: { source: 'mal', sourceId: `${anime}` },
          },
          ...{ number: 10 + n / 4, titles: n % 3 === 0 ? [{ title: `"Title" ${n}, 進撃` }] : [] },
          ...[
            { ...plan, scheduledAt: hours(at).toISOString() },
            { status: 'delayed', scheduledAt: hours(at).toISOString() },
            { status: 'released', releasedAt: hours(Math.min(at, 0)).toISOString() },
            { status: 'cancelled', scheduledAt: hours(at).toISOString() },
          ][kind],
        })),
    );
    animeTargets = [
      `/v1/anime/${animeId}`,
      '/v1/anime?limit=100',
      '/v1/anime?format=movie&sort=title.asc&limit=7',
      '/v1/anime?updatedSince=0001-01-01T00:00:00Z&limit=12',
      `/v1/anime?ids=${animeId},00000000-0000-0000-0000-000000000000`,
      '/v1/anime?externalId=mal:1,mal:4,mal:7,mal:9999',
      '/v1/anime/premieres',
      '/v1/search?q=anime&limit=50',
    ];
    episodeTargets = [
      `/v1/episodes/${episodeId}`,
      `/v1/anime/${animeId}/episodes?limit=3`,
      '/v1/episodes?limit=100',
      `/v1/episodes?ids=${episodeId}`,
      '/v1/episodes/releases',
      '/v1/schedules?limit=50',
    ];
  }, 60_000);

  const including = (target: string, rest: string) => `${target}${target.includes('?') ? '&' : '?'}${rest}`;
  const itemsOf = (page: Page): readonly Json[] => page.items ?? [page];
  async function answer(target: string): Promise<Page> {
    const { status, json } = await api.get(target);
    expect({ target, status }).toEqual({ target, status: 200 });
    return json<Page>();
  }
  const episodesOf = async ({ id }: Json) =>
    (await answer(`/v1/anime/${id}/episodes?limit=100`)).items as readonly Episode[];

  test('every read of anime and episodes takes it', () => {
    const reads = routes.filter(({ queryParameters }) => 'fields' in queryParameters.shape);
    expect(reads.filter(({ queryParameters }) => !('include' in queryParameters.shape))).toEqual([]);
    const paths = new Set([...animeTargets, ...episodeTargets].map((target) => target.replace(/\?.*/, '')));
    expect(new Set(reads.map((endpoint) => api.pathOf(endpoint)))).toEqual(paths);
  });

  test('adds the next and the last released episode to anime, as all their episodes tell, at any instant', async () => {
    const seen = { null: 0, episode: 0 };
    const known = new Map<unknown, readonly Episode[]>();
    const both = ['nextEpisode', 'lastReleased'] as const;
    for (const now of [hours(-3), hours(0), new Date(hours(1).getTime() + 1), hours(2), hours(40)]) {
      api.setClock(now);
      for (const target of animeTargets) {
        for (const names of now > hours(2) ? ([both, ['nextEpisode'], ['lastReleased']] as const) : [both]) {
          const plain = await answer(target);
          const page = await answer(including(target, `include=${[...names].reverse().join()}`));
          const expected: Json[] = [];
          for (const item of itemsOf(plain)) {
            const episodes = known.get(item.id) ?? (await episodesOf(item));
            known.set(item.id, episodes);
            const added = names.map((name) => [name, current(name, episodes, now)] as const);
            for (const [, value] of added) seen[value === null ? 'null' : 'episode'] += 1;
            expected.push({ ...item, ...Object.fromEntries(added) });
          }
          expect({ target, items: JSON.stringify(itemsOf(page)) }).toEqual({ target, items: JSON.stringify(expected) });
        }
      }
    }
    api.setClock(sampleNow);
    expect(seen.null).toBeGreaterThan(50);
    expect(seen.episode).toBeGreaterThan(50);
  }, 120_000);

  test('shows the whole anime of episodes in its place', async () => {
    const byId = new Map((await answer('/v1/anime?limit=100')).items?.map((anime) => [anime.id, anime]));
    for (let round = 0; round < 2; round += 1) {
      for (const target of episodeTargets) {
        const page = await answer(including(target, 'include=anime'));
        const expected = itemsOf(await answer(target)).map((episode) => ({
          ...episode,
          anime: byId.get((episode.anime as Json).id),
        }));
        expect(expected.length).toBeGreaterThan(0);
        expect({ target, items: JSON.stringify(itemsOf(page)) }).toEqual({ target, items: JSON.stringify(expected) });
      }
    }
  });

  test('goes with fields', async () => {
    const [first] = itemsOf(await answer('/v1/anime?externalId=mal:1&include=nextEpisode,lastReleased'));
    const { id, nextEpisode, lastReleased } = first as Json & Record<'nextEpisode' | 'lastReleased', Episode>;
    const cases = [
      [
        'fields=nextEpisode.scheduledAt,id&include=nextEpisode',
        { id, nextEpisode: { scheduledAt: nextEpisode.scheduledAt } },
      ],
      ['fields=nextEpisode.number&include=nextEpisode', { nextEpisode: { number: nextEpisode.number } }],
      [
        'include=lastReleased,nextEpisode&fields=lastReleased.id,nextEpisode',
        { nextEpisode, lastReleased: { id: lastReleased.id } },
      ],
    ] as const;
    for (const [rest, expected] of cases) {
      for (const target of ['/v1/anime?externalId=mal:1', `/v1/anime/${id}`]) {
        expect(JSON.stringify(itemsOf(await answer(including(target, rest))))).toBe(JSON.stringify([expected]));
      }
    }
    const without = await answer('/v1/anime?externalId=mal:3&fields=title,nextEpisode.id&include=nextEpisode');
    const [third] = itemsOf(await answer('/v1/anime?externalId=mal:3&include=nextEpisode'));
    expect(without.items).toEqual([
      { title: third?.title, nextEpisode: third?.nextEpisode ? { id: (third.nextEpisode as Json).id } : null },
    ]);
    const [release] = itemsOf(await answer('/v1/episodes/releases?fields=anime.images,number,anime.id&include=anime'));
    expect(Object.keys(release ?? {})).toEqual(['anime', 'number']);
    expect(Object.keys(release?.anime as Json)).toEqual(['id', 'images']);
    const [schedule] = itemsOf(await answer('/v1/schedules?fields=anime,id&include=anime'));
    expect(Object.keys(schedule?.anime as Json)).toContain('synopsis');
  });

  test('the tag tells of what is included, and of the clock', async () => {
    const target = `/v1/anime/${api.animeId}?include=nextEpisode,lastReleased`;
    for (const each of [target, '/v1/anime?year=2013&include=nextEpisode']) {
      api.setClock(sampleNow);
      const first = await api.get(each);
      const again = () => api.get(each, { 'if-none-match': first.headers.etag ?? '' });
      expect([(await again()).status, (await again()).status]).toEqual([304, 304]);
      expect((await api.get(each, { 'if-none-match': `"other", ${first.headers.etag}` })).status).toBe(304);
      expect(
        (await api.get(each.replace('nextEpisode', 'lastReleased').replace('lastReleased,lastReleased', 'nextEpisode')))
          .headers.etag,
      ).not.toBe(first.headers.etag);
      // The planned time of the next episode passes: nothing was written.
      api.setClock(new Date('2024-03-01T15:00:00.000Z'));
      expect((await again()).status).toBe(304);
      api.setClock(new Date('2024-03-01T15:00:00.001Z'));
      expect((await again()).status).toBe(200);
      api.setClock(sampleNow);
      const { episode } = api.catalog.database.client;
      const planned = { animeId: api.animeId, number: 3 };
      await episode.updateMany({ where: planned, data: { scheduledAt: new Date('2024-03-01T16:00:00Z') } });
      expect((await again()).status).toBe(200);
      await episode.updateMany({ where: planned, data: { scheduledAt: new Date('2024-03-01T15:00:00Z') } });
    }
    const releases = `/v1/episodes/releases?animeId=${api.animeId}&include=anime`;
    const first = await api.get(releases);
    const again = () => api.get(releases, { 'if-none-match': first.headers.etag ?? '' });
    expect((await again()).status).toBe(304);
    const { anime } = api.catalog.database.client;
    await anime.update({ where: { id: api.animeId }, data: { synopsis: 'Higher walls.' } });
    expect((await again()).status).toBe(200);
    expect((await api.get(`/v1/episodes/${api.episodeId}?include=anime`)).json<{ anime: Json }>().anime.synopsis).toBe(
      'Higher walls.',
    );
  });

  test('takes one statement more for a page, whatever it holds', async () => {
    await api.get('/v1/anime?limit=100');
    const statements = async (target: string) => {
      take();
      await answer(target);
      return take().length;
    };
    for (const [target, name] of [
      ['/v1/anime?limit=100', 'nextEpisode'],
      ['/v1/anime?limit=100', 'lastReleased'],
      [`/v1/anime/${api.animeId}`, 'nextEpisode'],
      ['/v1/episodes?limit=100', 'anime'],
    ] as const) {
      // Everything is cached.
      for (let round = 0; round < 2; round += 1) await answer(including(target, `include=${name}`));
      const plain = await statements(target);
      expect({ target, count: await statements(including(target, `include=${name}`)) }).toEqual({
        target,
        count: plain + 1,
      });
    }
  });

  describe('refuses', () => {
    test.each([
      ['/v1/anime?include=', 'include', /must be some of nextEpisode, lastReleased/],
      ['/v1/anime?include=nextEpisod', 'include', /Nearest to "nextEpisod" is nextEpisode\.$/],
      ['/v1/anime?include=anime', 'include', /must be some of nextEpisode, lastReleased/],
      ['/v1/schedules?include=animes', 'include', /must be anime; got "animes"\. Nearest to "animes" is anime\.$/],
      [
        '/v1/anime?fields=id,nextEpisode.id',
        'fields',
        /^fields names nextEpisode\.id, which only include=nextEpisode shows: send both\.$/,
      ],
      ['/v1/anime?fields=lastReleased&include=nextEpisode', 'fields', /only include=lastReleased shows/],
      [
        '/v1/anime?fields=id&include=nextEpisode',
        'include',
        /^include names nextEpisode, of which fields names nothing: add nextEpisode or a member of it to fields\.$/,
      ],
      ['/v1/schedules?fields=anime.images', 'fields', /^fields names anime\.images, which only include=anime shows/],
      ['/v1/schedules?fields=id&include=anime', 'include', /^include names anime, of which fields names nothing/],
      ['/v1/anime?include=nextEpisode&include=lastReleased', 'include', /more than once/],
    ])('%s', async (target, parameter, detail) => {
      const problem = await refusalOf(api, 'GET', target);
      expect(problem).toMatchObject({ status: 400, parameter });
      expect(problem.detail).toMatch(detail);
    });
  });
});
