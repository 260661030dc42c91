import { expect, test } from '@jest/globals';
import { openSampleApi } from '../rest/support/openSampleApi.ts';
import { publicViews } from '../rest/support/publicViews.ts';
import { describeWith } from '../support/describeWith.ts';
import { ofSuite } from '../support/ofSuite.ts';
import { inspectPage, watchPage } from './support/inspectPage.ts';
import { firstViewFaults } from './support/loadPage.ts';
import { openBrowser } from './support/openBrowser.ts';

describeWith(['postgres', 'chromium'], 'each public page', () => {
  const api = ofSuite(openSampleApi);
  const browser = ofSuite(openBrowser);

  test.each(publicViews)(
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
