import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { readServedDocument } from '../../../src/rest/openapi/servedDocument.ts';
import { routes } from '../../../src/rest/routes.ts';
import { openRestApi } from '../../rest/support/openRestApi.ts';
import { openSampleApi } from '../../rest/support/openSampleApi.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { watchPage } from '../support/inspectPage.ts';
import { openBrowser } from '../support/openBrowser.ts';

describeWith(['postgres', 'chromium'], 'the reference', () => {
  const api = ofSuite(openSampleApi);
  const browser = ofSuite(openBrowser);

  /** The reference with this operation's form open. */
  const openForm = async (operationId: string): Promise<Page> => {
    const page = await browser.newPage();
    await page.goto(`${api.url}/v1/reference#${operationId}`);
    await page.getByText(`Try ${operationId}`, { exact: true }).click();
    return page;
  };
  const formOf = (page: Page, operationId: string) =>
    page
      .locator('section', { has: page.locator(`h3#${operationId}`) })
      .last()
      .locator('form.try');

  test('has every operation, parameter, example and schema of the description, without a script', async () => {
    const document = readServedDocument();
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(`${api.url}/v1/reference`);
    const headings = await page.locator('h3 code').allTextContents();
    expect(headings).toEqual(expect.arrayContaining(routes.map(({ method, path }) => `${method} ${path}`)));
    for (const { operationId, queryParameters, pathParameters } of routes) {
      const section = page.locator('section', { has: page.locator(`h3#${operationId}`) }).last();
      const names = await section.locator('table td:first-child > code').allTextContents();
      const expected = [...Object.keys(pathParameters.shape), ...Object.keys(queryParameters.shape)];
      expect([operationId, names]).toEqual([operationId, expect.arrayContaining(expected)]);
      expect(await section.getByText(`Errors of ${operationId}`).count()).toBe(1);
    }
    // What is required comes first, and headers after the body.
    const textOf = (id: string) =>
      page
        .locator('section', { has: page.locator(`h3#${id}`) })
        .last()
        .textContent();
    expect(await textOf('SearchAnime')).toMatch(/Meaning ?q query, required/);
    expect(await textOf('UpdateWebhook')).toMatch(/Parameters of .*Body: .*Headers of .*If-Match/s);
    expect(await page.textContent('main')).toContain('comma-separated: winter, spring, summer, fall');
    const schemas = await page.locator('h3[id^="schema-"]').allTextContents();
    expect(schemas).toEqual(Object.keys(document.components?.schemas ?? {}));
    expect(await page.locator('a[href="/v1/problems/quota_exceeded"]').count()).toBeGreaterThan(20);
    const codes = (await page.locator('pre').allTextContents()).join('\n');
    expect(codes).toContain(`curl '${api.url}/v1/search?q=shingeki&limit=1'`);
    expect(codes).toContain(`fetch('${api.url}/v1/anime?year=2013&format=tv&limit=1')`);
    expect(codes).toContain(`urlopen(Request('${api.url}/v1/genres?limit=2'))`);
    const html = await page.content();
    const anchors = [...html.matchAll(/href="#([^"]+)"/g)].map(([, anchor]) => anchor);
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    expect(anchors.length).toBeGreaterThan(100);
    expect(anchors.filter((anchor) => !ids.has(anchor))).toEqual([]);
    await page.close();
  }, 60_000);

  test('the filter leaves the operations that have the words', async () => {
    const page = await browser.newPage();
    await page.goto(`${api.url}/v1/reference`);
    await page.getByLabel('Filter').fill('suggest');
    const links = page.getByRole('navigation', { name: 'Operations' }).locator('li:visible');
    expect(await links.allTextContents()).toEqual(['Complete a half-typed title GET /v1/search/suggestions']);
    await page.close();
  });

  test('on a phone each section is a page of its own', async () => {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    await page.goto(`${api.url}/v1/reference`);
    const shown = () => page.locator('.sections > section:visible > h2').allTextContents();
    expect(await shown()).toEqual(['Introduction']);
    await page.getByRole('link', { name: 'Complete a half-typed title' }).click();
    expect(await shown()).toEqual(['Search']);
    const unlinked = `[...document.querySelectorAll('.sections > section')]
      .filter((section) => [...document.querySelectorAll('nav a[href^="#"]')]
        .every(({ hash }) => section.querySelector(hash) === null))
      .map((section) => section.textContent)`;
    expect(await page.evaluate(unlinked)).toEqual([]);
    await page.close();
  });

  test('with a script the answer stands in place: status, headers with the quota, body', async () => {
    const page = await openForm('GetAnime');
    const { complaints, hosts } = watchPage(page);
    const form = formOf(page, 'GetAnime');
    await form.getByLabel('id (required)').fill(api.animeId);
    await form.getByText('Other parameters of GetAnime', { exact: true }).click();
    await form.getByLabel('fields').fill('id,title');
    await form.getByRole('button').click();
    await form.locator('.answer pre').nth(2).waitFor();
    const [first, body = '', headers] = await form.locator('.answer pre').allTextContents();
    expect(first).toBe(`GET /v1/anime/${api.animeId}?fields=id%2Ctitle\n200 OK`);
    expect(headers).toMatch(/^etag: W\//m);
    expect(headers).toMatch(/^ratelimit: "anonymous";r=\d+;t=\d+$/m);
    expect(JSON.parse(body)).toEqual({ id: api.animeId, title: 'Shingeki no Kyojin' });
    expect(page.url()).toBe(`${api.url}/v1/reference#GetAnime`);
    expect([complaints, [...hosts]]).toEqual([[], [new URL(api.url).host]]);
    await page.close();
  });

  test('a key goes with each request, other methods too, and is kept by the memory of the page alone', async () => {
    const page = await openForm('CreateWebhook');
    await page.getByLabel('API key or access token').fill('cac_secret_of_the_page');
    const form = formOf(page, 'CreateWebhook');
    await form.getByLabel('applicationId (required)').fill('0198c7a2-61b4-7c09-9d5e-3f1a2b3c4d5e');
    await form.getByLabel('Body').fill('{"name":"a"}');
    const asked = page.waitForRequest(/\/webhooks$/);
    await form.getByRole('button').click();
    const request = await asked;
    expect([request.method(), request.postData(), request.headers().authorization]).toEqual([
      'POST',
      '{"name":"a"}',
      'Bearer cac_secret_of_the_page',
    ]);
    await form.locator('.answer pre').nth(2).waitFor();
    expect(await form.locator('.answer').textContent()).toContain('"code": "invalid_credentials"');
    const kept =
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href, history.state])';
    expect(await page.evaluate(kept)).not.toContain('secret');
    await page.reload();
    expect(await page.getByLabel('API key or access token').inputValue()).toBe('');
    await page.close();
  });

  test('names the host it was asked by, whatever that is', async () => {
    const { length } = (await api.get('/v1/reference')).body;
    for (const host of ["a$'b", 'a$`b', 'a$&b', "<b>'x'"]) {
      const { status, body } = await api.get('/v1/reference', { host });
      if (status === 400) continue;
      expect([host, status, body.length < 1.2 * length]).toEqual([host, 200, true]);
      expect(body.toString()).not.toContain('<b>');
    }
    expect((await api.get('/v1/reference', { host: "a$'b" })).body.toString()).toContain('http://a$&#39;b/v1/');
  });

  test('names PUBLIC_URL where there is one, whatever it was asked by', async () => {
    const quotas = { anonymous: 60, credentialed: 600, address: 6000 };
    const installation = { quotas, issuerUrl: null, publicUrl: 'https://catalog.example.org' };
    const named = await openRestApi({ catalog: api.catalog, installation });
    try {
      for (const path of ['/v1/reference', '/explore/season/2013/spring']) {
        const { status, body } = await named.get(path, { host: 'evil.example' });
        expect([path, status, body.toString().includes("curl 'https://catalog.example.org/v1/")]).toEqual([
          path,
          200,
          true,
        ]);
        expect(body.toString()).not.toContain('evil.example');
      }
    } finally {
      await named.close();
    }
  });
});
