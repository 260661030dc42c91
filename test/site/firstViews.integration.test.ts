import { expect, test } from '@jest/globals';
import { openSampleApi } from '../rest/support/openSampleApi.ts';
import { describeWith } from '../support/describeWith.ts';
import { ofSuite } from '../support/ofSuite.ts';
import { inspectPage, watchPage } from './support/inspectPage.ts';
import { firstViewFaults } from './support/loadPage.ts';
import { openBrowser } from './support/openBrowser.ts';

/** Public pages over the sample records, with the kilobytes of a first view and what is opened for the inspection. */
const views: readonly { readonly path: string; readonly most: number; readonly opened?: string }[] = [
  { path: '/', most: 60 },
  { path: '/docs', most: 60 },
  { path: '/docs/webhooks', most: 60 },
  { path: '/v1/problems/quota_exceeded', most: 60 },
  { path: '/v1/reference', most: 120, opened: ':is(#SearchAnime, #CreateWebhook) ~ details' },
  { path: '/explore', most: 60 },
  { path: '/explore?q=anime+netflix&format=ova,movie', most: 60 },
  { path: '/explore?q=a&year=x', most: 60 },
  { path: '/explore/anime/{id}', most: 60 },
  { path: '/explore/season/2024/winter', most: 60 },
  { path: '/nothing', most: 60 },
  { path: '/explore/schedule?week=2024-02-29&tz=Asia/Tokyo', most: 60 },
];

describeWith(['postgres', 'chromium'], 'each public page', () => {
  const api = ofSuite(openSampleApi);
  const browser = ofSuite(openBrowser);

  test.each(views)(
    '$path has at most $most kB and six requests, moves nothing, and is sound on every width, in light and dark',
    async ({ path, most, opened = 'details' }) => {
      const page = await browser.newPage({ timezoneId: 'Asia/Tokyo' });
      const { complaints, hosts } = watchPage(page);
      expect(await firstViewFaults(page, api.url + path.replace('{id}', api.animeId), most * 1000)).toEqual([]);
      await page.evaluate(`document.querySelectorAll('${opened}').forEach((each) => { each.open = true; })`);
      expect(await inspectPage(page)).toEqual([]);
      // The browser itself names a refusal of the page.
      expect(complaints.filter((text) => !/status of 40[04]/.test(text))).toEqual([]);
      expect([...hosts]).toEqual([new URL(api.url).host]);
      await page.close();
    },
    240_000,
  );
});
