import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { describeWith } from '../../support/describeWith.ts';
import { firstViewFaults } from '../../support/loadPage.ts';
import { openBrowser } from '../../support/openBrowser.ts';
import { openSampleApi, type SampleApi } from '../support/openSampleApi.ts';

describeWith(['postgres', 'chromium'], 'the first view of', () => {
  let api: SampleApi;
  let browser: Browser;

  beforeAll(async () => {
    [api, browser] = [await openSampleApi(), await openBrowser()];
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await api?.close();
  });

  test.each([
    ['/', 60],
    ['/docs', 60],
    ['/docs/webhooks', 60],
    ['/v1/problems', 60],
    ['/v1/problems/quota_exceeded', 60],
    ['/v1/reference', 120],
    ['/explore', 60],
    ['/explore?q=anime', 60],
    ['/explore?genre=action', 60],
    ['/explore/anime/{id}', 60],
    ['/explore/season/2024/winter', 60],
    ['/explore/schedule?week=2024-02-29&tz=Asia/Tokyo', 60],
  ])('%s has at most %d kB and five requests, and nothing moves; text of twice the size fits', async (path, most) => {
    const url = api.url + path.replace('{id}', api.animeId);
    const page = await browser.newPage({ timezoneId: 'Asia/Tokyo' });
    expect(await firstViewFaults(page, url, most * 1000)).toEqual([]);
    await page.close();
  });
});
