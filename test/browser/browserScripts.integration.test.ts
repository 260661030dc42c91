import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { scriptOf } from '../../src/html/assets.ts';
import { openSampleApi, type SampleApi } from '../rest/support/openSampleApi.ts';
import { describeWith } from '../support/describeWith.ts';
import { watchPage } from '../support/inspectPage.ts';
import { openBrowser } from '../support/openBrowser.ts';

describeWith(['postgres', 'chromium'], 'the scripts of pages', () => {
  let api: SampleApi;
  let browser: Browser;

  beforeAll(async () => {
    [api, browser] = [await openSampleApi(), await openBrowser()];
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await api?.close();
  });

  const withPage = async (options: BrowserContextOptions, use: (page: Page) => Promise<void>) => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const { complaints } = watchPage(page);
    await use(page);
    expect(complaints).toEqual([]);
    await context.close();
  };

  test.each(['copy', 'sendRequests', 'timeZone'] as const)(
    '%s weighs less than 4 kB, and is kept for a year by its content',
    async (name) => {
      const { path } = scriptOf(name);
      expect(path).toMatch(new RegExp(`^/assets/${name}-[\\da-f]{10}\\.js$`));
      const { body, headers } = await api.get(path);
      expect([headers['content-type'], headers['cache-control']]).toEqual([
        'text/javascript; charset=utf-8',
        'public, max-age=31536000, immutable',
      ]);
      expect(body.length).toBeLessThan(4000);
      expect(body.toString()).not.toMatch(/eval|innerHTML|localStorage|sessionStorage|https?:/);
    },
  );

  test('times are in the zone of the reader, with UTC beside', async () => {
    await withPage({ timezoneId: 'Asia/Tokyo' }, async (page) => {
      await page.goto(`${api.url}/explore/anime/${api.animeId}`);
      const time = page.locator('time[datetime="2024-03-01T15:00:00.000Z"]').first();
      expect(await time.textContent()).toBe('2024-03-02 00:00 Asia/Tokyo');
      expect(await time.getAttribute('title')).toBe('2024-03-01 15:00 UTC');
    });
  });

  test('the schedule begins in the zone of the reader, and keeps to the one that is asked for', async () => {
    await withPage({ timezoneId: 'America/New_York' }, async (page) => {
      await page.goto(`${api.url}/explore/schedule`);
      await page.waitForURL(`${api.url}/explore/schedule?tz=America%2FNew_York`);
      expect(await page.textContent('.zone')).toBe('America/New_York');
      expect(await page.locator('#day-2024-02-28 + .entries time').first().textContent()).toBe('10:00');
      await page.goto(`${api.url}/explore/schedule?tz=UTC`);
      expect(await page.textContent('.zone')).toBe('UTC');
      await page.goto(`${api.url}/explore`);
      await page.getByRole('link', { name: 'Schedule' }).click();
      expect(page.url()).toBe(`${api.url}/explore/schedule?tz=America%2FNew_York`);
    });
  });

  test('code is copied as it stands, and the reader is told', async () => {
    await withPage({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
      await page.goto(`${api.url}/explore?q=anime`);
      await page.getByText('The request behind this').click();
      const button = page.getByRole('button', { name: 'Copy the hits and filters by curl' });
      await button.click();
      await page.getByRole('status').getByText('Copied').waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
        `curl '${api.url}/v1/search?q=anime&facets=season%2Cgenre%2Cstudio'`,
      );
    });
  });
});
