import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeWith } from '../../support/describeWith.ts';
import { openBrowser } from '../../support/openBrowser.ts';
import { openTestService, TEST_TOKEN, type TestService } from '../../support/openTestService.ts';

describeWith(['postgres', 'chromium'], 'the GraphiQL page', () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  const requested = new Set<string>();
  const complaints: string[] = [];
  beforeAll(async () => {
    service = await openTestService({ ROLES: 'graph' });
    browser = await openBrowser();
    page = await browser.newPage();
    page.on('request', (request) => {
      if (!request.url().startsWith('data:')) requested.add(new URL(request.url()).origin);
    });
    // A violation of the policy is an error of the console.
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${service.internalUrl}/graphql`);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await service?.end();
  }, 30_000);

  it('asks for the token and says when it is wrong', async () => {
    await page.fill('#token', 'a-wrong-token-of-the-tests');
    await page.click('button[type=submit]');
    await page.waitForFunction('document.querySelector("#token-refusal").textContent !== ""');
    expect(await page.textContent('#token-refusal')).toContain('did not take this token');
    expect(await page.isVisible('.graphiql-container')).toBe(false);
    // Chromium reports the 401 itself.
    expect(complaints.splice(0).filter((text) => !text.includes('401'))).toEqual([]);
  }, 30_000);

  it('runs a query with the right one, from this listener alone and under its policy', async () => {
    await page.fill('#token', TEST_TOKEN);
    await page.click('button[type=submit]');
    await page.click('.graphiql-execute-button');
    await page.waitForSelector('.result-window :text("animeList")');
    expect(await page.textContent('.result-window')).toContain('"nodes": []');
    expect(complaints).toEqual([]);
    expect([...requested]).toEqual([service.internalUrl]);
  }, 60_000);

  it('keeps the token for the tab alone', async () => {
    await page.reload();
    await page.waitForSelector('.graphiql-container');
    const other = await browser.newPage();
    await other.goto(`${service.internalUrl}/graphql`);
    expect(await other.isVisible('#token')).toBe(true);
    await other.close();
  }, 60_000);
});
