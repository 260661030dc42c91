import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { describeWith } from '../../support/describeWith.ts';
import { openBrowser } from '../../support/openBrowser.ts';
import { openRestApi, type RestApi } from '../support/openRestApi.ts';
import { sampleRecords } from '../support/sampleRecords.ts';

describeWith(['postgres', 'chromium'], 'the interactive reference', () => {
  let api: RestApi;
  let browser: Browser;

  beforeAll(async () => {
    api = await openRestApi();
    await api.catalog.import(sampleRecords);
    browser = await openBrowser();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await api?.close();
  });

  test('runs an operation, asks no other host and breaks no policy', async () => {
    const page = await browser.newPage();
    const requests: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.addInitScript({
      content: `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error('policy: ' + violatedDirective + ' ' + blockedURI));`,
    });

    await page.goto(`${api.url}/v1/reference`, { waitUntil: 'networkidle' });
    const operation = page.locator('#operations-Catalogue-ListAnime');
    await operation.locator('.opblock-summary-control').click();
    await operation.locator('button.execute').click();
    const answer = operation.locator('.live-responses-table .response');
    await answer.first().waitFor();
    expect(await answer.locator('.response-col_status').first().textContent()).toMatch(/^200/);
    expect(await answer.locator('.response-col_description').first().textContent()).toContain('nextCursor');

    expect(complaints).toEqual([]);
    expect(requests.length).toBeGreaterThan(4);
    expect(requests.filter((url) => !url.startsWith(`${api.url}/`) && !url.startsWith('data:'))).toEqual([]);
    expect(requests.some((url) => url.startsWith(`${api.url}/v1/anime?`))).toBe(true);
  }, 60_000);
});
