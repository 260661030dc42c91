import { describe, expect, test } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { quotaLimits } from '../../../src/identity/quota/countingQuotas.ts';
import { memoryQuotas } from '../../../src/identity/quota/memoryQuotas.ts';
import { openRestApi } from '../../rest/support/openRestApi.ts';
import { openSampleApi } from '../../rest/support/openSampleApi.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { inspectPage, watchPage } from '../support/inspectPage.ts';
import { openBrowser } from '../support/openBrowser.ts';

describeWith(['postgres', 'chromium'], 'the scripts of pages', () => {
  const api = ofSuite(openSampleApi);
  const browser = ofSuite(openBrowser);

  const withPage = async (options: BrowserContextOptions, use: (page: Page) => Promise<void>) => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const { complaints } = watchPage(page);
    await use(page);
    expect(complaints).toEqual([]);
    await context.close();
  };

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
      await page.waitForURL(`${api.url}/explore/schedule?tz=America%2FNew_York`);
    });
  });

  test('code is copied as it stands, and the reader is told', async () => {
    await withPage({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
      await page.goto(`${api.url}/explore?q=anime`);
      await page.getByText('API request:').click();
      const button = page.getByRole('button', { name: 'Copy the hits and filters by curl' });
      await button.click();
      await page.getByRole('status').getByText('Copied').waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
        `curl '${api.url}/v1/search?q=anime&facets=season%2Cgenre%2Cstudio'`,
      );
    });
  });

  test('of a terminal the commands are copied, without prompts and what they print', async () => {
    await withPage({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
      await page.goto(`${api.url}/docs/quickstart`);
      await page.getByRole('button', { name: 'Copy' }).first().click();
      await page.getByRole('status').getByText('Copied').waitFor();
      const lines = String(await page.evaluate('navigator.clipboard.readText()')).split('\n');
      expect(lines.map((line) => line.split(' ')[0])).toEqual(['echo', expect.stringMatching(/^APP=/), 'export']);
    });
  });

  describe('suggestions', () => {
    const suggestionsOf = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
    const titlesFor = async (q: string) =>
      (await api.get(`/v1/search/suggestions?q=${q}`)).json<{ items: { id: string; title: string }[] }>().items;

    test.each(['/', '/explore'])('on %s come as one types, and the keyboard alone chooses', async (path) => {
      await withPage({}, async (page) => {
        await page.goto(api.url + path);
        const field = page.getByRole('combobox', { name: 'Search titles' });
        expect(await field.getAttribute('aria-expanded')).toBe('false');
        await field.pressSequentially('anime');
        await suggestionsOf(page).first().waitFor();
        const items = await titlesFor('anime');
        expect(await suggestionsOf(page).allTextContents()).toEqual(items.map(({ title }) => title));
        expect(await field.getAttribute('aria-expanded')).toBe('true');
        const [above, below] = [await field.boundingBox(), await page.getByRole('listbox').boundingBox()];
        expect(Math.round((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0))).toBe(4);
        expect(await page.getByRole('status').allTextContents()).toContain(
          `${items.length} suggestions: the arrow keys choose`,
        );
        if (path === '/explore') expect(await inspectPage(page)).toEqual([]);
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('ArrowDown');
        const active = (await field.getAttribute('aria-activedescendant')) ?? '';
        expect(await page.locator(`#${active}`).getAttribute('aria-selected')).toBe('true');
        expect(await page.locator(`#${active}`).textContent()).toBe(items[1]?.title);
        await page.keyboard.press('Enter');
        await page.waitForURL(`${api.url}/explore/anime/${items[1]?.id}`);
      });
    });

    test('Escape closes them and keeps the text, Tab goes on, Enter without a choice searches', async () => {
      await withPage({}, async (page) => {
        await page.goto(`${api.url}/explore`);
        const field = page.getByRole('combobox');
        await field.pressSequentially('shingeki');
        await suggestionsOf(page).first().waitFor();
        await page.keyboard.press('Escape');
        expect([await suggestionsOf(page).count(), await field.inputValue()]).toEqual([0, 'shingeki']);
        await page.keyboard.press('Backspace');
        await suggestionsOf(page).first().waitFor();
        await page.keyboard.press('Tab');
        expect(await suggestionsOf(page).count()).toBe(0);
        expect(await page.evaluate('document.activeElement.textContent')).toBe('Search');
        await field.press('Enter');
        await page.waitForURL(`${api.url}/explore?q=shingek`);
      });
    });

    test('one call answers what is typed at once; what was asked before is not asked again', async () => {
      await withPage({}, async (page) => {
        const asked: string[] = [];
        page.on('request', (request) => {
          if (request.url().includes('/suggestions')) asked.push(new URL(request.url()).search);
        });
        await page.goto(`${api.url}/explore`);
        const field = page.getByRole('combobox');
        await field.pressSequentially('shin');
        await suggestionsOf(page).first().waitFor();
        await field.pressSequentially('g');
        await page.waitForResponse(/suggestions\?q=shing$/);
        await page.keyboard.press('Backspace');
        await suggestionsOf(page).first().waitFor();
        await field.fill('s');
        expect(await suggestionsOf(page).count()).toBe(0);
        expect(asked).toEqual(['?q=shin', '?q=shing']);
      });
    });

    test('a reader without calls is told for how long, is not charged meanwhile, and can still search', async () => {
      const limits = quotaLimits({ anonymous: 1, credentialed: 10, address: 100 });
      const quotas = memoryQuotas({ ...limits, pages: { points: 1, windowSeconds: 60 } });
      const few = await openRestApi({ catalog: api.catalog, quotas });
      await few.get('/explore/season/2013/spring');
      const page = await browser.newPage();
      await page.goto(`${few.url}/explore`);
      const refused = page.waitForResponse(/suggestions/);
      await page.getByRole('combobox').pressSequentially('anime');
      expect((await refused).status()).toBe(429);
      await page.getByText(/^No suggestions for the next \d+ seconds/).waitFor();
      await page.close();
      await few.close();
    });
  });
});
