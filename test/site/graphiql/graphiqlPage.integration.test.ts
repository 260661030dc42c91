import { readFile } from 'node:fs/promises';
import { brotliDecompressSync } from 'node:zlib';
import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { style } from '../../../src/site/design/assets.ts';
import { sendRequest } from '../../rest/support/sendRequest.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestService, TEST_TOKEN } from '../../support/openTestService.ts';
import { until } from '../../support/until.ts';
import { inspectPage, type WatchedPage, watchPage } from '../support/inspectPage.ts';
import { loadPage } from '../support/loadPage.ts';
import { openBrowser } from '../support/openBrowser.ts';

describeWith(['postgres', 'chromium'], 'the GraphiQL page', () => {
  const service = ofSuite(() => openTestService({ ROLES: 'graph' }));
  const browser = ofSuite(openBrowser);
  let page: Page;
  let watched: WatchedPage;
  beforeAll(async () => {
    page = await browser.newPage();
    watched = watchPage(page);
    await page.goto(`${service.internalUrl}/graphql`);
  });

  const enter = async () => {
    await page.fill('#token', TEST_TOKEN);
    await page.click('button[type=submit]');
    await page.waitForSelector('.graphiql-container');
  };

  it('opens with operations that the graph takes', async () => {
    const script = await readFile(new URL('../../../src/site/graphiql/start.js', import.meta.url), 'utf8');
    const operations = [...script.matchAll(/`(query [^`]*)`/g)].map(([, text = '']) => text);
    expect(operations.length).toBe(5);
    for (const query of operations) {
      const answer = (await (await service.ask({ query })).json()) as { readonly errors?: unknown };
      expect([query, answer.errors]).toEqual([query, undefined]);
    }
  });

  it('loads nothing of GraphiQL for the form', async () => {
    const first = await browser.newPage();
    const { requests, bytes } = await loadPage(first, `${service.internalUrl}/graphql`);
    await first.close();
    expect(requests.filter((path) => /react|graphiql\/graphiql/.test(path))).toEqual([]);
    expect(bytes).toBeLessThan(15_000);
  }, 30_000);

  it('asks for the token and says when it is wrong', async () => {
    await page.fill('#token', 'a-wrong-token-of-the-tests');
    await page.click('button[type=submit]');
    await page.waitForFunction('document.querySelector("#token-refusal").textContent !== ""');
    expect(await page.textContent('#token-refusal')).toContain('did not take this token');
    expect(await page.isVisible('.graphiql-container')).toBe(false);
    expect(await page.getByRole('navigation').getByRole('link').allTextContents()).toEqual(
      expect.arrayContaining(['Desk', 'Review']),
    );
    expect(await inspectPage(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 720 });
    // Chromium reports the 401 itself.
    expect(watched.complaints.splice(0).filter((text) => !text.includes('401'))).toEqual([]);
  }, 30_000);

  it('runs a query with the right one, from this listener alone and under its policy', async () => {
    await enter();
    expect(await page.locator('.graphiql-tab').allTextContents()).toEqual([
      ...['Anime', 'Proposals', 'Webhooks', 'Doctor', 'WhoDidWhat'].map((name) => expect.stringContaining(name)),
    ]);
    await page.click('.graphiql-execute-button');
    await page.waitForSelector('.result-window :text("animeList")');
    expect(await page.textContent('.result-window')).toContain('"nodes": []');
    expect(watched.complaints).toEqual([]);
    expect([...watched.hosts]).toEqual([new URL(service.internalUrl).host]);
  }, 60_000);

  it('sends its files compressed, and says nothing where the browser has them', async () => {
    let [plain, sent] = [0, 0];
    const port = Number(new URL(service.internalUrl).port);
    const names = ['react.js', 'react-dom.js', 'graphiql.js', 'graphiql.css', 'start.js'];
    for (const path of [...names.map((name) => `/graphiql/${name}`), style.path]) {
      const answer = await sendRequest(port, path, { headers: { 'accept-encoding': 'br' } });
      expect(answer.headers['cache-control']).toMatch(path === style.path ? 'immutable' : 'no-cache');
      expect([answer.status, answer.headers['content-encoding'], answer.headers.vary]).toEqual([
        200,
        'br',
        'Accept-Encoding',
      ]);
      plain += brotliDecompressSync(answer.body).length;
      sent += answer.body.length;
      const { etag = '' } = answer.headers;
      const again = await sendRequest(port, path, { headers: { 'accept-encoding': 'br', 'if-none-match': etag } });
      // A file that is kept for a year is not asked for again.
      expect(again.status).toBe(path === style.path ? 200 : 304);
    }
    expect(sent).toBeLessThan(plain / 2);
  });

  it('keeps what is typed in the tab alone, and the token nowhere', async () => {
    const kept = () => page.evaluate('Object.entries(localStorage).flat().join()');
    await page.evaluate('localStorage.setItem("mine", "1")');
    await page.reload();
    await enter();
    await page.click('.graphiql-query-editor .CodeMirror');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('mutation { createUser(input: { name: "ann", password: "hunter2hunter2');
    const inTab = 'Object.entries(sessionStorage).flat().join()';
    await until(async () => String(await page.evaluate(inTab)).includes('hunter2hunter2'), 10_000);
    expect(await kept()).toBe('mine,1');
    const other = await browser.newPage();
    await other.goto(`${service.internalUrl}/graphql`);
    expect(await other.evaluate(inTab)).toBe('');
    await other.close();
    const everything =
      'JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie, location.href, history.state])';
    expect(await page.evaluate(everything)).not.toContain(TEST_TOKEN);
    await page.reload();
    expect(await page.isVisible('#token')).toBe(true);
  }, 60_000);
});
