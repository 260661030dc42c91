import { describe, expect, test } from '@jest/globals';
import axe, { type AxeResults } from 'axe-core';
import { publicSite } from '../../src/site/publicSite.ts';
import { openRestApi } from '../rest/support/openRestApi.ts';
import { openSampleApi } from '../rest/support/openSampleApi.ts';
import { describeWith } from '../support/describeWith.ts';
import { ofSuite } from '../support/ofSuite.ts';
import { watchPage } from './support/inspectPage.ts';
import { openBrowser } from './support/openBrowser.ts';

const html = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const NOINDEX = '<meta name="robots" content="noindex"';
const quotas = { anonymous: 61, credentialed: 601, address: 6010 };

describeWith(['postgres', 'chromium'], 'the public pages', () => {
  const api = ofSuite(() => openSampleApi({ installation: { quotas, issuerUrl: null } }));
  const browser = ofSuite(openBrowser);

  const bodyOf = async (path: string) => (await api.get(path, html)).body.toString();
  /** The page's own links, without their anchors. */
  const linksOf = (page: string) =>
    [...page.matchAll(/<a [^>]*href="(\/[^"#]*)/g)].map(([, path = '']) => path.replaceAll('&amp;', '&'));

  describe('/', () => {
    test('is a page for people and the answer of /v1 for programs, each with its tag', async () => {
      const resource = (await api.get('/v1')).json();
      for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.9']) {
        const answer = await api.get('/', { accept });
        expect([answer.status, answer.headers['content-type'], answer.json()]).toEqual([
          200,
          'application/json',
          resource,
        ]);
      }
      for (const headers of [html, { accept: '*/*' }]) {
        const { headers: sent, status } = await api.get('/', headers);
        expect(status).toBe(200);
        expect(sent).toMatchObject({ vary: 'Accept-Encoding, Accept', 'cache-control': 'no-cache' });
        const again = await api.get('/', { ...headers, 'if-none-match': sent.etag ?? '' });
        expect([again.status, again.headers.vary]).toEqual([304, 'Accept-Encoding, Accept']);
      }
      expect((await api.send('/', { method: 'POST' })).json()).toMatchObject({ code: 'method_not_allowed' });
    });

    test('tells the quotas as configured, how many anime there are and when the last one changed', async () => {
      const page = await bodyOf('/');
      const [latest] = (await api.get('/v1/anime?sort=updated.desc&limit=1')).json<{ items: { updatedAt: string }[] }>()
        .items;
      expect(page).toContain('61 requests a minute per address');
      expect(page).toContain('With a key you get 601');
      expect(page).toMatch(/>\d\d anime\. Last change: /);
      expect(page).toContain(`<time datetime="${latest?.updatedAt}">`);
    });

    test('shows a request with its answer', async () => {
      const page = await bodyOf('/');
      const [path = ''] = linksOf(page).filter((to) => to.startsWith('/v1/anime/'));
      const [, shown = ''] = /aria-label="Its answer"><code>([^<]*)</.exec(page) ?? [];
      expect(shown.replaceAll('&quot;', '"')).toBe(JSON.stringify((await api.get(path)).json(), null, 2));
      expect(page).toContain('<bdi lang="ja-Latn">Shingeki no Kyojin</bdi>');
    });

    test('leads on while search is off or the catalogue cannot be read', async () => {
      const off = await openRestApi({ catalog: api.catalog });
      const page = (await off.get('/', html)).body.toString();
      expect(page).toContain('Search is unavailable');
      expect(page).not.toContain('type="search"');
      await off.close();
      await api.catalog.database.client.$executeRawUnsafe('alter table anime rename to hidden_anime');
      try {
        const away = await openRestApi({ catalog: api.catalog });
        const answer = await away.get('/', html);
        expect([answer.status, answer.body.toString()]).toEqual([
          200,
          expect.stringContaining('The catalogue is unavailable'),
        ]);
        await away.close();
      } finally {
        await api.catalog.database.client.$executeRawUnsafe('alter table hidden_anime rename to anime');
      }
    });
  });

  test('every own link of every page, and its anchor, leads somewhere', async () => {
    const seen = new Map<string, string>();
    const waiting = ['/'];
    const anchored: string[] = [];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (seen.has(path)) continue;
      const answer = await api.get(path, html);
      expect([path, answer.status]).toEqual([path, 200]);
      const body = String(answer.headers['content-type']).startsWith('text/html') ? answer.body.toString() : '';
      seen.set(path, body);
      // The explorer leads on without end, to the next week and season.
      waiting.push(...linksOf(body).filter((to) => !path.startsWith('/explore') || !to.startsWith('/explore')));
      for (const [, to = '', anchor] of body.matchAll(/<a [^>]*href="(\/[^"#]*)?#([^"]+)"/g)) {
        anchored.push(`${to === '' ? path : to}#${anchor}`);
      }
    }
    expect([...seen.keys()]).toEqual(expect.arrayContaining(['/docs/webhooks/test-vectors.json', '/docs/changes']));
    expect(anchored.length).toBeGreaterThan(20);
    const lost = anchored.filter((target) => {
      const [path = '', anchor] = target.split('#');
      return !seen.get(path)?.includes(`id="${anchor}"`);
    });
    expect(lost).toEqual([]);
  });

  test('a document and the files that it names are those of the repository', async () => {
    const page = await bodyOf('/docs/webhooks');
    expect(page).toMatch(/<h1>[^<]+<\/h1><nav aria-label="On this page"><details>.*<li><a href="#[\w-]+">/s);
    expect(page).toContain('href="/docs/webhooks/verify_signature.py"');
    const file = await api.get('/docs/webhooks/verify_signature.py');
    expect(file.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(file.body.toString()).toMatch(/^import /m);
    expect((await api.get('/docs/webhooks/test-vectors.json')).json()).toBeDefined();
    const made = ['architecture', 'decisions', 'glossary', 'performance'].map((name) => `/docs/${name}`);
    for (const path of [...made, '/docs/nothing', '/docs/..%2fpackage.json', '/docs/webhooks/receiver', '/docs/']) {
      expect([path, (await api.get(path)).status]).toEqual([path, 404]);
    }
  });

  test('robots and browsers find what they ask for by themselves', async () => {
    expect((await api.get('/robots.txt')).body.toString()).toContain('Disallow: /v1/\nDisallow: /explore\n');
    expect((await api.get('/favicon.ico')).headers['content-type']).toBe('image/svg+xml');
    expect((await api.get('/.well-known/security.txt')).status).toBe(404);
    const told = await openRestApi({ catalog: api.catalog, securityContact: 'mailto:security@example.org' });
    const text = (await told.get('/.well-known/security.txt')).body.toString();
    expect(text).toMatch(/^Contact: mailto:security@example\.org\nExpires: (.+)\nPreferred-Languages: en\n$/);
    const expires = Date.parse(/Expires: (.+)/.exec(text)?.[1] ?? '');
    expect(expires - Date.now()).toBeGreaterThan(30 * 86_400_000);
    await told.close();
  });

  test('under PUBLIC_URL pages can be found and shared: one address, a description, a map of the site', async () => {
    const publicUrl = 'https://catalog.example.org';
    const named = await openRestApi({ catalog: api.catalog, installation: { quotas, issuerUrl: null, publicUrl } });
    const textOf = async (path: string) => (await named.get(path, html)).body.toString();
    expect(await textOf('/robots.txt')).toMatch(/^Allow: \/explore\/anime\/$[\s\S]*^Sitemap: .*\/sitemap\.xml$/m);
    const map = [...(await textOf('/sitemap.xml')).matchAll(/<loc>https:\/\/catalog\.example\.org([^<]*)/g)];
    const paths = [...map.map(([, path = '']) => path), `/explore/anime/${api.animeId}`];
    expect(paths).toEqual(expect.arrayContaining(['/', '/docs', '/docs/webhooks', '/explore/season/2024/winter']));
    const { items } = (await named.get('/v1/anime?limit=100')).json<{ items: { id: string }[] }>();
    expect(paths).toEqual(expect.arrayContaining(items.map(({ id }) => `/explore/anime/${id}`)));
    for (const odd of [`/explore/anime/${api.animeId.toUpperCase()}`, '/explore/season/2024/%77inter?format=tv'])
      expect(await textOf(odd)).toMatch(/<link rel="canonical" href="[^"]*(?:\/anime\/[\da-f-]{36}|\/2024\/winter)"/);
    for (const path of paths) {
      const page = await textOf(path);
      expect([path, page]).toEqual([path, expect.stringContaining(`<link rel="canonical" href="${publicUrl}${path}"`)]);
      expect(page).toMatch(/<meta name="description" content="[^"]{10,}"/);
      expect(page).toMatch(/<meta property="og:title" content="[^"]+"/);
      expect([path, page]).toEqual([path, expect.not.stringContaining(NOINDEX)]);
    }
    expect(await textOf('/explore?q=anime')).toContain(NOINDEX);
    await named.close();
    expect((await api.get('/sitemap.xml')).status).toBe(404);
    expect(await bodyOf(`/explore/anime/${api.animeId}`)).toContain(NOINDEX);
  });

  test('PAGES=off leaves them out, and nothing leads to them', async () => {
    const bare = await openRestApi({ catalog: api.catalog, site: publicSite({ hasPages: false }) });
    for (const path of ['/', '/docs', '/docs/callers', '/explore', `/explore/anime/${api.animeId}`]) {
      expect([path, (await bare.get(path)).status]).toEqual([path, 404]);
    }
    for (const path of ['/v1/problems', '/v1/problems/quota_exceeded', '/nothing']) {
      const links = linksOf((await bare.get(path, html)).body.toString());
      expect([path, links.filter((to) => !to.startsWith('/v1/'))]).toEqual([path, []]);
    }
    await bare.close();
  });

  test('axe finds nothing in any document', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    for (const path of linksOf(await bodyOf('/docs')).filter((to) => /^\/docs\/./.test(to))) {
      await page.goto(`${api.url}${path}`);
      await page.evaluate(axe.source);
      // The colours are those of the pages of firstViews.integration.test.ts.
      const { violations } = await page.evaluate<AxeResults>(
        "axe.run(document, { resultTypes: ['violations'], rules: { 'color-contrast': { enabled: false } } })",
      );
      expect([path, violations.map(({ id, nodes }) => [id, nodes[0]?.html])]).toEqual([path, []]);
    }
    await page.close();
  }, 90_000);

  test('the keyboard skips to the content; the search field opens the answer', async () => {
    const page = await browser.newPage({ javaScriptEnabled: false });
    const { complaints } = watchPage(page);
    await page.goto(api.url);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
    await page.getByLabel('Search titles').fill('anime & "more"');
    await page.getByLabel('Search titles').press('Enter');
    await page.waitForURL(/\/explore\?q=anime/);
    expect(await page.textContent('#hits')).toMatch(/^\d+ anime found$/);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
