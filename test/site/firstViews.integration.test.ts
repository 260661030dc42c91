import { expect, test } from '@jest/globals';
import { openSampleApi } from '../rest/support/openSampleApi.ts';
import { publicViews } from '../rest/support/publicViews.ts';
import { describeWith } from '../support/describeWith.ts';
import { firstViewFaults } from '../support/loadPage.ts';
import { ofSuite } from '../support/ofSuite.ts';
import { openBrowser } from '../support/openBrowser.ts';

describeWith(['postgres', 'chromium'], 'the first view of', () => {
  const api = ofSuite(openSampleApi);
  const browser = ofSuite(openBrowser);

  test.each(publicViews)(
    '$path has at most $most kB and six requests, and nothing moves; text of twice the size fits',
    async ({ path, most }) => {
      const url = api.url + path.replace('{id}', api.animeId);
      const page = await browser.newPage({ timezoneId: 'Asia/Tokyo' });
      expect(await firstViewFaults(page, url, most * 1000)).toEqual([]);
      await page.close();
    },
  );
});
