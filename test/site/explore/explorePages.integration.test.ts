import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { mergeAnime } from '../../../src/graph/review/mergeAnime.ts';
import { quotaLimits } from '../../../src/identity/quota/countingQuotas.ts';
import { memoryQuotas } from '../../../src/identity/quota/memoryQuotas.ts';
import { publicSite } from '../../../src/site/publicSite.ts';
import { openRestApi } from '../../rest/support/openRestApi.ts';
import { openSampleApi } from '../../rest/support/openSampleApi.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { watchPage } from '../support/inspectPage.ts';
import { openBrowser } from '../support/openBrowser.ts';

const html = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const UNKNOWN = '0198c7a2-5b1e-7c3d-9f00-1a2b3c4d5e6f';

interface Anime {
  readonly id: string;
  readonly title: string;
  readonly format: string;
}

describeWith(['postgres', 'chromium'], 'the explorer', () => {
  const api = ofSuite(openSampleApi);
  const browser = ofSuite(openBrowser);
  let page: Page;
  beforeAll(async () => {
    page = await browser.newPage({ timezoneId: 'UTC' });
  });

  const open = async (path: string) => {
    const answer = await page.goto(api.url + path);
    expect([path, answer?.status()]).toEqual([path, 200]);
  };
  const textsOf = (selector: string) => page.locator(selector).allTextContents();
  /** What the requests answer that stand under the panels, in their order. */
  const answersBehind = async <Answer>(): Promise<Answer[]> => {
    const answers: Answer[] = [];
    for (const panel of await page.locator('.behind').all()) {
      const request = (await panel.locator('p code').textContent()) ?? '';
      const target = request.replace(/^GET /, '');
      const href = await panel.getByText('Open as JSON').getAttribute('href');
      const codes = await panel.locator('pre').allTextContents();
      expect(codes[0]).toBe(`curl '${api.url}${href}'`);
      expect(codes[1]).toContain(`fetch('${api.url}${href}')`);
      const answer = await api.get(href ?? '');
      expect([target, answer.status]).toEqual([target, 200]);
      expect(answer.body).toEqual((await api.get(target)).body);
      answers.push(answer.json<Answer>());
    }
    return answers;
  };

  describe('what stands in a panel is what its request answers', () => {
    test('the hits of a search, why they are hits, and the values that narrow it', async () => {
      await open('/explore?q=anime&format=ova');
      const [answer] = await answersBehind<{
        items: (Anime & { matchedTitle: { title: string; language: string } })[];
        found: number;
        facets: { field: string; values: { value: string | number; count: number }[] }[];
      }>();
      expect(answer?.items.length).toBeGreaterThan(5);
      expect(await textsOf('.entries a')).toEqual(answer?.items.map(({ title }) => title));
      expect(await textsOf('.found bdi')).toEqual(answer?.items.map((hit) => hit.matchedTitle.title));
      expect(new Set(await textsOf('.entries mark'))).toEqual(new Set(['Anime']));
      expect(await page.textContent('#hits')).toBe(`${answer?.found} anime found`);
      const values = answer?.facets.flatMap((facet) => facet.values) ?? [];
      expect(await textsOf('.facets li .note')).toEqual(values.map(({ count }) => String(count)));
      expect((await textsOf('.facets li a')).map((text) => text.toLowerCase())).toEqual(
        values.map(({ value }) => (value === 'ova' ? '✓ ova' : String(value).replace(/^studio-/, 'studio '))),
      );
    });

    test('each value that narrows leads to as many hits as it says, and can be taken back', async () => {
      await open('/explore?q=anime');
      await page.getByRole('link', { name: 'Studio 1', exact: true }).click();
      const count = await page.locator('.facets li', { hasText: 'Studio 1' }).locator('.note').textContent();
      expect(await page.textContent('#hits')).toBe(`${count} anime found`);
      await page.getByRole('link', { name: 'Without studio: studio-1' }).click();
      expect(await page.textContent('#hits')).toBe('29 anime found');
    });

    test('a search has a next page, and from there its first', async () => {
      await open('/explore?q=anime&limit=10');
      await page.getByRole('link', { name: 'Next page' }).click();
      await page.getByRole('link', { name: 'First page' }).click();
      expect(page.url()).toBe(`${api.url}/explore?q=anime&limit=10`);
    });

    test('a genre and a studio of an anime lead to the anime that have it, by title', async () => {
      for (const [name, filter] of [
        ['Slice of Life', 'genre: slice-of-life'],
        ['Wit Studio', 'studio: wit-studio'],
      ] as const) {
        await open(`/explore/anime/${api.animeId}`);
        await page.getByRole('link', { name, exact: true }).click();
        const [answer] = await answersBehind<{ items: Anime[] }>();
        expect(await textsOf('.entries a')).toEqual(answer?.items.map(({ title }) => title));
        expect(await textsOf('.entries a')).toContain('Shingeki no Kyojin');
        await page.getByRole('link', { name: `Without ${filter}` }).click();
        expect(page.url()).toBe(`${api.url}/explore`);
      }
      await open('/explore?year=2024&limit=5');
      const first = await textsOf('.entries a');
      await page.getByRole('link', { name: 'Next page' }).click();
      const titles = [...first, ...(await textsOf('.entries a'))];
      expect([titles.length, titles]).toEqual([10, [...titles].sort()]);
    });

    test('an anime with its facts, titles, other sites, relations and episodes', async () => {
      await open(`/explore/anime/${api.animeId}`);
      type Facts = Anime & {
        alternativeTitles: { title: string }[];
        externalIds: { site: string; id: string }[];
        relations: { anime: Anime }[];
        revision: number;
      };
      const [anime, episodes] = await answersBehind<Facts & { items: { number: number; title: string | null }[] }>();
      expect(await page.textContent('h1')).toBe(anime?.title);
      const [names, values] = [await textsOf('dl dt'), await textsOf('dl dd')];
      expect(Object.fromEntries(names.map((name, at) => [name, values[at]]))).toMatchObject({
        ...{ Season: 'Spring 2013', Started: '2013-04-07', Ended: '2013-09-29' },
        ...{ 'Minutes per episode': '24', Studios: 'Wit Studio' },
        ...{ Adult: 'no', Broadcast: 'Sunday, 01:58 (Asia/Tokyo)' },
        ...{ Identifier: anime?.id, Revision: String(anime?.revision) },
        'Next episode': '3, ◐ planned, 2024-03-01 15:00 UTC',
      });
      expect(await page.textContent('.head')).toContain('TV · Spring 2013 · Finished · 25 episodes');
      expect(await textsOf('.head .chips li')).toEqual(['Action', 'Slice of Life']);
      const titles = [anime?.title, ...(anime?.alternativeTitles.map(({ title }) => title) ?? [])];
      expect((await textsOf('#facts ~ .titles td:first-child')).sort()).toEqual(titles.sort());
      for (const { site, id } of anime?.externalIds ?? []) {
        const to = { mal: `https://myanimelist.net/anime/${id}`, anilist: `https://anilist.co/anime/${id}` }[site];
        const name = { mal: 'MyAnimeList', anilist: 'AniList' }[site] ?? '';
        expect(await page.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(to);
      }
      for (const { anime: other } of anime?.relations ?? []) {
        const link = page.getByRole('link', { name: other.title });
        expect(await link.getAttribute('href')).toBe(`/explore/anime/${other.id}`);
      }
      expect(await textsOf('#episodes ~ table td:first-child')).toEqual(
        episodes?.items.map(({ number }) => String(number)),
      );
      expect(await textsOf('#episodes ~ table td:nth-child(2)')).toEqual(
        episodes?.items.map(({ title }) => title ?? 'unknown'),
      );
    });

    test('a season by format and start', async () => {
      await open('/explore/season/2024/winter');
      const [answer] = await answersBehind<{ items: (Anime & { startDate: string })[] }>();
      const order = (format: string) =>
        (answer?.items ?? [])
          .filter((anime) => anime.format === format)
          .sort((a, b) => (a.startDate < b.startDate ? -1 : 1))
          .map(({ title }) => title);
      expect(await textsOf('#format-movie ~ .cards a')).toEqual(order('movie'));
      expect(await textsOf('#format-ova ~ .cards a')).toEqual(order('ova'));
      expect((await textsOf('.cards a')).length).toBe(answer?.items.length);
      await page.getByRole('link', { name: 'OVA', exact: true }).click();
      expect(await textsOf('.cards a')).toEqual(order('ova'));
      expect(await textsOf('nav[aria-label="Formats"] [aria-current]')).toEqual(['OVA']);
    });

    test('a week by day in a time zone: planned, delayed and released ones are told apart', async () => {
      await open('/explore/schedule?week=2024-02-29&tz=Asia/Tokyo');
      type Episodes = { items: { number: number; anime: Anime }[] };
      const [planned, released] = await answersBehind<Episodes>();
      const lines = (await textsOf('.entries li')).sort();
      expect(lines).toHaveLength((planned?.items.length ?? 0) + (released?.items.length ?? 0));
      expect(lines).toEqual([
        '00:00 Anime 02, episode 1 ● released',
        '00:00 Shingeki no Kyojin, episode 2 ● released',
        '00:00 Shingeki no Kyojin, episode 3 ◐ planned',
      ]);
      expect(await textsOf('#day-2024-02-29 + .entries a')).toHaveLength(2);
      expect(await textsOf('#day-2024-03-02 + .entries a')).toHaveLength(1);
      await page.getByRole('link', { name: 'Next week' }).click();
      expect(await textsOf('.entries li')).toEqual(['00:00 Shingeki no Kyojin, episode 4 ▲ delayed']);
      expect(new URL(page.url()).searchParams.get('tz')).toBe('Asia/Tokyo');
    });
  });

  test('a merged anime leads to its survivor; unknown facts are left out', async () => {
    const list = async () => (await api.get('/v1/anime?year=2024&sort=title.asc')).json<{ items: Anime[] }>().items;
    const [loser, survivor] = (await list()).slice(-2);
    await mergeAnime(api.catalog, loser?.id ?? '', survivor?.id ?? '', { name: 'ann', reason: null });
    const moved = await api.get(`/explore/anime/${loser?.id}`, html);
    expect([moved.status, moved.headers.location]).toEqual([301, `/explore/anime/${survivor?.id}`]);
    await open(`/explore/anime/${loser?.id}`);
    expect(page.url()).toBe(`${api.url}/explore/anime/${survivor?.id}`);
    expect(await page.locator('nav[aria-label="Pages"] a[aria-current]').getAttribute('aria-current')).toBe('true');
    expect(await page.locator('dd', { hasText: loser?.id ?? '' }).count()).toBe(1);
    expect(await textsOf('#facts ~ dl dt')).toEqual(['Season', 'Started']);
    expect(await page.textContent('main')).toContain('No episodes are known.');
  });

  test('“Latest season” is the newest that has anime which are no samples', async () => {
    const titles = [{ title: 'Sample: one', language: 'en', kind: 'official' }];
    const today = { year: 2024, season: 'spring' };
    const later = await openRestApi({ catalog: api.catalog });
    later.setClock(new Date('2024-05-01T00:00:00Z'));
    await api.catalog.import([{ type: 'anime', source: 'sample', sourceId: '1', titles, ...today }]);
    const link = /<a href="([^"]*)"[^>]*>Latest season/.exec((await later.get('/explore', html)).body.toString());
    expect(link?.[1]).toBe('/explore/season/2024/winter');
    await later.close();
  });

  describe('charges', () => {
    const limited = (pages?: number) => {
      const limits = quotaLimits({ anonymous: 20, credentialed: 600, address: 1000 });
      const quotas = memoryQuotas(
        pages === undefined ? limits : { ...limits, pages: { points: pages, windowSeconds: 60 } },
      );
      return openRestApi({ catalog: api.catalog, quotas });
    };

    test('cost the reader what the requests cost that they stand for, and programs nothing', async () => {
      const few = await limited();
      const left = async (path: string, headers: Record<string, string> = html) =>
        /r=\d+/.exec(String((await few.get(path, headers)).headers.ratelimit))?.[0];
      expect(await left('/v1/anime')).toBe('r=19');
      expect(await left(`/explore/anime/${api.animeId}`)).toBe('r=298');
      expect(await left('/explore/season/2013/spring')).toBe('r=297');
      expect(await left('/explore/schedule')).toBe('r=295');
      // A credential gives no other quota, and is not looked at.
      expect(await left('/explore/season/2013/spring', { ...html, authorization: 'Bearer cac_no_key' })).toBe('r=294');
      expect(await left('/explore')).toBe('r=293');
      // Whoever claims to be a page has suggestions of that quota, and nothing else.
      const page = { 'sec-fetch-site': 'same-origin' };
      expect(await left('/v1/search/suggestions?q=anime', page)).toBe('r=292');
      expect(await left('/v1/search/suggestions?q=anime', {})).toBe('r=18');
      expect(await left('/v1/search?q=anime', page)).toBe('r=17');
      // By plain http, and in old browsers, Referer alone tells of a page.
      const own = { referer: `${few.url}/explore` };
      expect(await left('/v1/search/suggestions?q=anime', own)).toBe('r=291');
      expect(await left('/v1/search/suggestions?q=anime', { ...own, 'sec-fetch-site': 'cross-site' })).toBe('r=16');
      expect(await left('/v1/search/suggestions?q=anime', { referer: `${few.url}.evil.example/` })).toBe('r=15');
      await few.close();
    });

    test('a reader without calls is told for how long, and so are programs', async () => {
      const few = await limited(1);
      await few.get('/explore/season/2013/spring', html);
      for (const path of [`/explore/anime/${api.animeId}`, '/explore?q=anime']) {
        const answer = await few.get(path, html);
        expect([answer.status, answer.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
        expect(answer.body.toString()).toMatch(/quota of 1 calls in 60 seconds is used up: wait \d+ seconds/);
      }
      expect((await few.get('/explore?q=anime')).json()).toMatchObject({ code: 'quota_exceeded' });
      await few.close();
    });
  });

  describe('says what is wrong', () => {
    test.each([
      ['/explore?q=', 400, 'q must be 1 to 200 characters'],
      ['/explore?q=a&fields=id', 400, 'There is no parameter &quot;fields&quot;'],
      ['/explore/season/2013/autumn', 400, 'season must be one of winter, spring, summer, fall'],
      ['/explore/season/2013/fall?format=tv,ova', 400, 'format must be one of'],
      ['/explore/schedule?tz=Mars', 400, 'tz must be the name of a time zone'],
      [`/explore/anime/${UNKNOWN}`, 404, 'There is no resource with this identifier.'],
      [`/explore/anime/${UNKNOWN}/`, 404, 'Page not found.'],
    ])('%s', async (path, status, text) => {
      const answer = await api.get(path, html);
      expect([answer.status, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
      expect(answer.body.toString().replaceAll('"', '&quot;')).toContain(text);
      expect((await api.get(path)).json()).toMatchObject({ status });
    });

    test('a search that is wrong begins with why, and keeps what was typed', async () => {
      const answer = await page.goto(`${api.url}/explore?q=spring "2013"&year=x`);
      expect(answer?.status()).toBe(400);
      // The browser gives the focus when it paints: `load` may come before.
      expect(await page.textContent('.fault:focus')).toMatch(/^year must be an integer/);
      expect(await page.getByLabel('Search titles').inputValue()).toBe('spring "2013"');
      expect(await answer?.allHeaders()).toMatchObject({
        'cache-control': 'private, no-cache',
        vary: expect.stringContaining('Cookie'),
      });
    });

    test('nothing is found: what would be here', async () => {
      for (const [path, text] of [
        ['/explore?q=qqqqzzzzqqqq', 'Check the spelling or use fewer words.'],
        ['/explore?year=1999', 'No anime matches these filters.'],
        ['/explore/season/1999/fall', 'No anime of this season and format.'],
        ['/explore/schedule?week=1999-01-01', 'No episodes.'],
      ] as const) {
        const body = (await api.get(path, html)).body.toString();
        expect(body).toContain(text);
        expect(body).not.toContain('Narrow it down');
      }
    });

    test('search that is away is 503, and no empty list', async () => {
      const off = await openRestApi({ catalog: api.catalog });
      const answer = await off.get('/explore?q=anime', html);
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
      expect(answer.body.toString()).toContain('Search is switched off or not available now.');
      expect(answer.body.toString()).toContain('value="anime"');
      await off.close();
    });

    test('a failure names the request and nothing inside', async () => {
      const rename = (from: string, to: string) =>
        api.catalog.database.client.$executeRawUnsafe(`alter table ${from} rename to ${to}`);
      await rename('anime', 'hidden_anime');
      try {
        const answer = await api.get('/explore/season/2013/spring', html);
        expect(answer.status).toBeGreaterThanOrEqual(500);
        expect(answer.body.toString()).toContain(String(answer.headers['x-request-id']));
        expect(answer.body.toString()).not.toMatch(/relation|prisma|select/i);
      } finally {
        await rename('hidden_anime', 'anime');
      }
    });
  });

  describe('the language of titles', () => {
    test('is kept in a cookie, by a form that needs no script', async () => {
      const context = await browser.newContext({ javaScriptEnabled: false });
      const plain = await context.newPage();
      await plain.goto(`${api.url}/explore/season/2013/spring?format=tv`);
      await plain.getByRole('button', { name: 'Native' }).click();
      expect(plain.url()).toBe(`${api.url}/explore/season/2013/spring?format=tv`);
      expect(await plain.textContent('.cards a')).toBe('進撃の巨人');
      expect(await plain.getAttribute('.cards bdi', 'lang')).toBe('ja');
      expect(await plain.getAttribute('button[aria-pressed="true"]', 'formaction')).toContain('/titles/native?');
      const [cookie] = await context.cookies(`${api.url}/explore`);
      expect(cookie).toMatchObject({ name: 'titles', value: 'native', httpOnly: true, sameSite: 'Lax' });
      expect(await context.cookies(`${api.url}/v1/anime`)).toEqual([]);
      await context.close();
    });

    test('changes neither by GET nor by a form of another site, and leads nowhere else', async () => {
      const to = '/explore/titles/native?back=';
      expect((await api.get(`${to}/explore`)).status).toBe(405);
      for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, {}]) {
        const answer = await api.send(`${to}/explore`, { method: 'POST', headers });
        expect([answer.status, answer.headers['set-cookie']]).toEqual([400, undefined]);
      }
      const own = { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } };
      const { headers, status } = await api.send(`${to}/explore/..//evil.example`, own);
      expect([status, headers.location]).toEqual([303, '/explore']);
      expect((await api.send('/explore/titles/klingon', { method: 'POST' })).status).toBe(404);
      const odd = await api.get('/explore/season/2013/spring', { ...html, cookie: 'titles=constructor; a=b' });
      expect([odd.status, odd.headers.vary]).toEqual([200, expect.stringContaining('Cookie')]);
    });
  });

  describe('pictures', () => {
    test('are links, and no host is asked', async () => {
      const answer = await api.get(`/explore/anime/${api.animeId}`, html);
      expect(answer.body.toString()).not.toContain('<img');
      expect(answer.body.toString()).toContain('href="https://img.example/1.jpg"');
      expect(answer.headers['content-security-policy']).toContain("img-src 'self' data:;");
    });

    test('of hosts that the operator names are shown, and the policy names these', async () => {
      const site = publicSite({ hasPages: true, imageHosts: ['img.example'] });
      const showing = await openRestApi({ catalog: api.catalog, site });
      for (const path of [`/explore/anime/${api.animeId}`, '/explore/season/2013/spring']) {
        const answer = await showing.get(path, html);
        const [image = ''] = /<img[^>]*>/.exec(answer.body.toString()) ?? [];
        for (const part of [
          'https://img.example/1.jpg',
          'loading="lazy"',
          'referrerpolicy="no-referrer"',
          'width="100"',
        ]) {
          expect([path, image]).toEqual([path, expect.stringContaining(part)]);
        }
        expect(answer.headers['content-security-policy']).toContain("img-src 'self' data: https://img.example;");
      }
      await showing.close();
    });
  });

  test('a text without an end moves nothing out of the window, and no picture is asked of another host', async () => {
    const text = 'W'.repeat(400);
    await api.catalog.import([
      {
        ...{
          type: 'anime',
          source: 'mal',
          sourceId: '9000',
          titles: [{ title: text, language: 'en', kind: 'official' }],
        },
        ...{ format: 'tv', status: 'airing', year: 1988, season: 'fall', synopsis: text, genres: [text.slice(0, 60)] },
        images: [{ url: 'https://img.example/1.jpg', width: 2, height: 3 }],
      },
    ]);
    const { complaints, hosts } = watchPage(page);
    for (const path of ['/explore/season/1988/fall', null]) {
      await open(path ?? (await page.getAttribute('.cards a', 'href')) ?? '');
      const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      expect([path, wide]).toEqual([path, 0]);
    }
    expect([complaints, [...hosts]]).toEqual([[], [new URL(api.url).host]]);
  }, 60_000);
});
