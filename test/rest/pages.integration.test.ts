import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { LONGEST_TITLE } from '../../src/graph/model/limits.ts';
import { longestCursor } from '../../src/rest/parameters/cursorCodec.ts';
import { describeWith } from '../support/describeWith.ts';
import { ofSuite } from '../support/ofSuite.ts';
import { openRestApi } from './support/openRestApi.ts';
import { sampleNow, sampleRecords } from './support/sampleRecords.ts';

interface List {
  readonly items: readonly { readonly id: string; readonly slug?: string; readonly number?: number }[];
  readonly page: { readonly nextCursor: string | null };
  readonly window?: Readonly<Record<string, string>>;
}

describeWith(['postgres'], 'lists', () => {
  const api = ofSuite(openRestApi);
  let animeId: string;

  beforeAll(async () => {
    await api.catalog.import(sampleRecords);
    animeId = (await list('/v1/anime?year=2013')).items[0]?.id ?? '';
  }, 60_000);
  beforeEach(() => api.setClock(sampleNow));

  async function list(target: string): Promise<List> {
    const answer = await api.get(target);
    expect({ target, status: answer.status }).toEqual({ target, status: 200 });
    return answer.json<List>();
  }

  /** All items of a walk that follows Link, which must name the same page as nextCursor. */
  async function walk(target: string): Promise<List['items']> {
    const items: List['items'][number][] = [];
    for (let next: string | undefined = target; next !== undefined; ) {
      const answer = await api.get(next);
      expect(answer.status).toBe(200);
      const page = answer.json<List>();
      items.push(...page.items);
      const link = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers.link ?? ''))?.[1];
      const cursor = link === undefined ? null : new URL(link, api.url).searchParams.get('after');
      expect(cursor).toBe(page.page.nextCursor);
      if (link !== undefined) expect(link).toMatch(/^\/v1\//);
      next = link;
    }
    return items;
  }

  /** All items of a walk that goes on from a page. */
  async function walkOn(target: string, { items, page }: List): Promise<List['items']> {
    if (page.nextCursor === null) return items;
    return [...items, ...(await walk(`${target}&after=${page.nextCursor}`))];
  }

  const boundsOf = ({ window }: List) => ({ from: window?.from, to: window?.to });

  const walked = [
    '/v1/anime',
    '/v1/anime?sort=title.asc',
    '/v1/anime?sort=updated.desc',
    '/v1/anime?format=movie&status=airing',
    '/v1/anime?genre=drama&studio=studio-1',
    '/v1/genres',
    '/v1/studios',
    '/v1/anime/premieres?from=2024-02-01&to=2024-03-03',
    '/v1/episodes/releases?from=2024-02-20T00:00:00Z&to=2024-03-01T00:00:00%2B09:00',
    '/v1/schedules',
    '/v1/anime/{id}/episodes',
  ];

  test.each(walked)('%s: pages of any size yield the same items once', async (template) => {
    const target = template.replace('{id}', animeId);
    const joint = target.includes('?') ? '&' : '?';
    const whole = (await list(`${target}${joint}limit=100`)).items;
    expect(whole.length).toBeGreaterThan(1);
    expect(new Set(whole.map(({ id, slug }) => id ?? slug)).size).toBe(whole.length);
    for (const limit of [2, 7]) expect(await walk(`${target}${joint}limit=${limit}`)).toEqual(whole);
  });

  test('Link keeps the other parameters and replaces the cursor, however it was spelt', async () => {
    const first = await api.get('/v1/anime?sort=title.asc&limit=1&genre=%64rama');
    const [, link = ''] = /<([^>]+)>/.exec(String(first.headers.link)) ?? [];
    expect(link).toMatch(/^\/v1\/anime\?sort=title\.asc&limit=1&genre=%64rama&after=[\w-]+$/);
    const second = await api.get(link.replace('&after=', '&%61fter='));
    const third = await api.get(/<([^>]+)>/.exec(String(second.headers.link))?.[1] ?? '');
    expect(third.status).toBe(200);
    expect(third.json()).not.toEqual(second.json());
  });

  describe('cursors', () => {
    test.each([
      ['/v1/anime?limit=1&year=2024', '/v1/anime?year=2023'],
      ['/v1/anime?limit=1', '/v1/genres?'],
      ['/v1/episodes?limit=1&updatedSince=2024-01-01T00:00:00Z', '/v1/episodes?updatedSince=2024-01-01T00:00:01Z'],
      ['/v1/anime/{id}/episodes?limit=1', '/v1/anime/00000000-0000-0000-0000-000000000000/episodes?'],
      ['/v1/schedules?limit=1', '/v1/schedules?from=2024-02-29T12:00:00Z&to=2024-03-07T12:00:00Z'],
    ])('of %s do not hold for %s', async (from, to) => {
      const { page } = await list(from.replace('{id}', animeId));
      expect(page.nextCursor).not.toBeNull();
      const answer = await api.get(`${to}&after=${page.nextCursor}`);
      expect(answer.json()).toMatchObject({ status: 400, code: 'invalid_cursor', parameter: 'after' });
    });

    test('compare parameters by value, not by spelling', async () => {
      const pairs = [
        ['/v1/anime?limit=1', '/v1/anime?sort=id.asc'],
        ['/v1/schedules?limit=1&from=2024-03-01T00:00:00Z', '/v1/schedules?from=2024-03-01T09:00:00.000%2B09:00'],
        [
          '/v1/episodes?limit=1&updatedSince=2024-01-01T00:00:00Z',
          '/v1/episodes?updatedSince=2024-01-01T01:00:00%2B01:00',
        ],
        [`/v1/schedules?limit=1&animeId=${animeId}`, `/v1/schedules?animeId=${animeId.toUpperCase()}`],
        [`/v1/anime/${animeId}/episodes?limit=1`, `/v1/anime/${animeId.toUpperCase()}/episodes?`],
      ];
      for (const [from = '', to = ''] of pairs) {
        const { page } = await list(from);
        expect((await list(`${to}&after=${page.nextCursor}`)).items.length).toBeGreaterThan(0);
      }
    });
  });

  describe('windows', () => {
    test('hold what they should, in order', async () => {
      const numbers = ({ items }: List) => items.map(({ number }) => number);
      const releases = await list('/v1/episodes/releases');
      expect(numbers(releases).at(-1)).toBe(1);
      expect(releases.items.length).toBe(3);
      expect(numbers(await list('/v1/schedules'))).toEqual([3, 4]);
      expect(numbers(await list('/v1/schedules?status=delayed'))).toEqual([4]);
      expect(numbers(await list('/v1/schedules?format=movie'))).toEqual([]);
      expect((await list('/v1/anime/premieres')).items.length).toBe(8);
      expect(numbers(await list('/v1/episodes/releases?animeId=00000000-0000-0000-0000-000000000000'))).toEqual([]);
    });

    test('are retained by cursors when the clock moves on', async () => {
      for (const path of ['/v1/anime/premieres', '/v1/episodes/releases', '/v1/schedules']) {
        api.setClock(sampleNow);
        const first = await list(`${path}?limit=1`);
        api.setClock(new Date(sampleNow.getTime() + 40 * 86_400_000));
        const second = await list(`${path}?limit=1&after=${first.page.nextCursor}`);
        expect(second.window).toEqual(first.window);
        expect(second.items.length).toBe(1);
        expect((await list(path)).window).not.toEqual(first.window);
      }
    });

    // Instants on both sides of where each default window moves on, with the same items on the first page throughout.
    test.each([
      ...['/v1/anime/premieres?limit=1', '/v1/episodes/releases?limit=1'].map(
        (path) => [path, '2024-02-29T00:00:00.000Z', '2024-02-29T23:59:59.999Z', '2024-03-01T00:00:00.000Z'] as const,
      ),
      ...['/v1/schedules?limit=1', '/v1/schedules'].map(
        (path) => [path, '2024-02-29T12:00:00.000Z', '2024-02-29T12:00:59.999Z', '2024-02-29T12:01:00.000Z'] as const,
      ),
    ])('%s is 304 while its default window is the same, and no longer', async (target, begin, end, next) => {
      api.setClock(new Date(begin));
      const kept = await api.get(target);
      const ask = () => api.get(target, { 'if-none-match': kept.headers.etag ?? '' });
      api.setClock(new Date(end));
      expect((await ask()).status).toBe(304);
      expect((await list(target)).window).toMatchObject(boundsOf(kept.json<List>()));
      api.setClock(new Date(next));
      const answer = await ask();
      expect(answer.status).toBe(200);
      expect(answer.json<List>().items).toEqual(kept.json<List>().items);
      expect(boundsOf(answer.json<List>())).not.toEqual(boundsOf(kept.json<List>()));
    });

    test('are kept by the URL where that names them: the clock changes nothing', async () => {
      const first = await list('/v1/schedules?limit=1');
      for (const target of [
        '/v1/schedules?from=2024-02-29T00:00:00Z&limit=1',
        `/v1/schedules?limit=1&after=${first.page.nextCursor}`,
      ]) {
        api.setClock(sampleNow);
        const { headers } = await api.get(target);
        api.setClock(new Date(sampleNow.getTime() + 6 * 86_400_000));
        expect((await api.get(target, { 'if-none-match': headers.etag ?? '' })).status).toBe(304);
      }
    });

    test('a walk from a page that was answered 304 finds what has come into the effective window since', async () => {
      const anime = { source: 'mal', sourceId: '1' };
      const planned = { number: 5, status: 'scheduled', scheduledAt: '2024-03-08T00:00:00Z' };
      await api.catalog.import([{ type: 'episode', source: 'mal', sourceId: '1/5', anime, ...planned }]);
      api.setClock(sampleNow);
      const target = '/v1/schedules?limit=1';
      let kept = await api.get(target);
      for (let seconds = 0; seconds <= 2 * 86_400; seconds += 21_617) {
        api.setClock(new Date(sampleNow.getTime() + seconds * 1000));
        const answer = await api.get(target, { 'if-none-match': kept.headers.etag ?? '' });
        if (answer.status === 200) kept = answer;
        expect(await walkOn(target, kept.json<List>())).toEqual(await walk(target));
      }
    });
  });

  test.each(['genres', 'studios'])(
    'each of the %s is read as its list shows it, until its count moves',
    async (terms) => {
      const { items } = await list(`/v1/${terms}`);
      for (const item of items) expect((await api.get(`/v1/${terms}/${item.slug}`)).json()).toEqual(item);
      const target = `/v1/${terms}/${terms === 'genres' ? 'action' : 'studio-0'}`;
      const { headers } = await api.get(target);
      const again = () => api.get(target, { 'if-none-match': headers.etag ?? '' });
      expect((await again()).status).toBe(304);
      const named = { genres: ['Action'], studios: ['Studio 0'] };
      const titles = [{ title: `Another of ${terms}`, language: 'en', kind: 'official' }];
      await api.catalog.import([{ type: 'anime', source: 'mal', sourceId: `of-${terms}`, titles, ...named }]);
      expect((await again()).status).toBe(200);
    },
  );

  test('a slug is the same in any normal form, in filters, cursors and paths', async () => {
    const titles = [{ title: 'Pockets', language: 'en', kind: 'official' }];
    const named = { genres: ['Poké Café'], studios: ['ガンダム', '각'] };
    const records = ['901', '902'].map((sourceId) => ({ type: 'anime', source: 'mal', sourceId, titles, ...named }));
    await api.catalog.import(records);
    for (const [filter, slug] of [
      ['genre', 'poké-café'],
      ['studio', 'ガンダム'],
      ['studio', '각'],
    ] as const) {
      const spell = (form: string) => encodeURIComponent(slug.normalize(form));
      for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD']) {
        const first = await list(`/v1/anime?limit=1&${filter}=${spell(form)}`);
        const second = await list(`/v1/anime?limit=1&${filter}=${spell('NFC')}&after=${first.page.nextCursor}`);
        expect([...first.items, ...second.items].length).toBe(2);
        const answer = await api.get(`/v1/${filter}s/${spell(form)}`);
        expect(answer.json()).toMatchObject({ slug, animeCount: 2 });
      }
    }
  });

  // The last: they edit what others read.
  describe('changes under a client', () => {
    let ids: readonly string[];

    beforeAll(async () => {
      ids = (await api.get('/v1/anime?limit=5')).json<{ items: { id: string }[] }>().items.map(({ id }) => id);
    }, 60_000);

    const sql = (text: string, ...values: unknown[]) => api.catalog.database.client.$executeRawUnsafe(text, ...values);

    test('a full page gets another tag when a further page appears', async () => {
      const target = '/v1/anime?year=2013&limit=1';
      const before = await api.get(target);
      await sql(`update anime set year = 2013 where id = $1::uuid`, ids[4]);
      const after = await api.get(target, { 'if-none-match': before.headers.etag ?? '' });
      expect(after.status).toBe(200);
      expect(after.json()).toMatchObject({ page: { nextCursor: expect.any(String) } });
    });

    test('a title of the greatest length fits into a cursor', async () => {
      const longest = '"進'.repeat(LONGEST_TITLE / 2);
      await sql(`update anime set title = $2, season = 'winter' where id = any($1::uuid[])`, ids.slice(2, 5), longest);
      const first = await api.get('/v1/anime?sort=title.asc&season=winter&limit=1');
      const { nextCursor } = first.json<{ page: { nextCursor: string } }>().page;
      expect(nextCursor.length).toBeLessThan(longestCursor);
      const second = await api.get(`/v1/anime?sort=title.asc&season=winter&limit=1&after=${nextCursor}`);
      expect(second.status).toBe(200);
      expect(second.json()).not.toEqual(first.json());
    });

    test('every path below a merged anime leads to the survivor, query included', async () => {
      const [survivor = '', old = ''] = ids;
      const tags = {
        [`/v1/anime/${old}`]: (await api.get(`/v1/anime/${old}`)).headers.etag ?? '',
        [`/v1/anime/${old}/episodes`]: (await api.get(`/v1/anime/${old}/episodes`)).headers.etag ?? '',
      };
      await sql(`update anime set merged_into_id = $1::uuid where id = $2::uuid`, survivor, old);
      for (const [target, location] of [
        [`/v1/anime/${old}`, `/v1/anime/${survivor}`],
        [`/v1/anime/${old.toUpperCase()}`, `/v1/anime/${survivor}`],
        [`/v1/anime/${old}/episodes`, `/v1/anime/${survivor}/episodes`],
        [`/v1/anime/${old}/episodes?limit=2&`, `/v1/anime/${survivor}/episodes?limit=2`],
      ] as const) {
        for (const method of ['GET', 'HEAD']) {
          for (const ifNoneMatch of [tags[target] ?? 'W/"none"', '*']) {
            const answer = await api.send(target, { method, headers: { 'if-none-match': ifNoneMatch } });
            const body = JSON.stringify({ mergedInto: survivor, location });
            const headers = { location, 'content-type': 'application/json', 'content-length': String(body.length) };
            expect(answer).toMatchObject({ status: 301, headers });
            expect(answer.body.toString()).toBe(method === 'HEAD' ? '' : body);
          }
        }
        expect((await api.get(location)).status).toBe(200);
      }
      expect((await api.get(`/v1/anime/${old}?x=1`)).status).toBe(400);
      expect((await api.get(`/v1/anime/${old}/episodes?limit=0`)).status).toBe(400);
    });
  });
});
