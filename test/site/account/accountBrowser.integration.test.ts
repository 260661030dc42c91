import { beforeAll, expect, test } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { accountTable } from '../../../src/site/account/accountPages.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { PASSWORD } from '../../support/password.ts';
import { inspectPage, watchPage } from '../support/inspectPage.ts';
import { firstViewFaults } from '../support/loadPage.ts';
import { openBrowser } from '../support/openBrowser.ts';
import { fillIn, openAccountScene } from './openAccountScene.ts';

describeWith(['postgres', 'chromium'], 'the account in a browser', () => {
  const scene = ofSuite(openAccountScene);
  const browser = ofSuite(openBrowser);
  let reader: Page;
  let invitation: string;

  const signedIn = async (context: BrowserContext, name: string): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(`${scene.origin}/account`);
    await page.click('text="Sign in"');
    await page.fill('[name=name]', name);
    await page.fill('[name=password]', PASSWORD);
    await page.click('button[type=submit]');
    await page.waitForURL('**/account');
    return page;
  };

  beforeAll(async () => {
    reader = await signedIn(await browser.newContext(), 'ann');
    const query = 'mutation { inviteUser(input: { name: "tab" }) { path } }';
    const { data } = await (await scene.service.ask({ query })).json();
    invitation = data.inviteUser.path;
  });

  const paths = [...accountTable.map(({ path }) => path), '/account/signed-out', '/account/sign-in', 'the invitation'];

  test.each(paths)(
    '%s is without fault on each width, in light and dark, asks no other host, complains of nothing, and costs and moves as little as it may',
    async (path) => {
      const first = await browser.newContext({ storageState: await reader.context().storageState() });
      const page = await first.newPage();
      const { complaints, hosts } = watchPage(page);
      const target = path === 'the invitation' ? invitation : fillIn(path, scene.ids);
      expect(await firstViewFaults(page, scene.origin + target)).toEqual([]);
      expect(await inspectPage(page)).toEqual([]);
      expect([...hosts]).toEqual([new URL(scene.origin).host]);
      expect(complaints).toEqual([]);
      await first.close();
    },
  );

  test('a delivery that waits is read again by itself, in the list and alone, until it has ended', async () => {
    const page = await signedIn(await browser.newContext({ timezoneId: 'Asia/Tokyo' }), 'ann');
    const { complaints } = watchPage(page);
    const zoned = new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Tokyo', dateStyle: 'short' });
    await page.clock.install();
    const { client } = scene.service.ports.database;
    const id = scene.ids.delivery ?? '';
    const path = fillIn(accountTable.find(({ path: each }) => each.endsWith('{delivery}'))?.path ?? '', scene.ids);
    for (const at of [path, path.slice(0, path.lastIndexOf('/'))]) {
      const nextAttemptAt = new Date(Date.now() + 1_800_000);
      await client.delivery.update({ where: { id }, data: { status: 'pending', completedAt: null, nextAttemptAt } });
      await page.goto(scene.origin + at);
      expect(await page.textContent('[data-waits]')).toMatch(/▲ retrying.* Asia\/Tokyo.*Updates automatically/s);
      const later = new Date(nextAttemptAt.getTime() + 86_400_000);
      await client.delivery.update({ where: { id }, data: { nextAttemptAt: later } });
      await page.clock.runFor(11_000);
      await page.locator('[data-waits] time', { hasText: zoned.format(later) }).waitFor();
      await scene.failDelivery();
      await page.clock.runFor(11_000);
      await page.waitForSelector('[data-waits]', { state: 'detached' });
      expect(await page.locator('dl, td').filter({ hasText: '▲ failed' }).count()).toBeGreaterThan(0);
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('the list of sessions names the browser; a form says of which origin its page is, whatever else it says', async () => {
    const page = await signedIn(await browser.newContext(), 'ann');
    await page.goto(`${scene.origin}/account/you`);
    expect(await page.locator('td[data-label=Browser]').allTextContents()).toContain('Chrome on Linux');
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    expect((await (await sent).allHeaders()).origin).toBe(scene.origin);
    await page.context().close();
  });

  test('from / to a key that works by keyboard alone; the key leaves the page with its reader', async () => {
    await scene.person('kei');
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(scene.origin);
    const focusOn = async (text: string) => {
      for (let step = 0; step < 60; step += 1) {
        await page.keyboard.press('Tab');
        const focused = (await page.evaluate(
          'document.activeElement.textContent || document.activeElement.name',
        )) as string;
        if (focused.trim() === text) return;
      }
      throw new Error(`nothing on ${page.url()} that is reached by keyboard says ${text}`);
    };
    const press = async (text: string) => {
      await focusOn(text);
      await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
    };
    // The first field of a form has the focus, which the browser gives when it paints: `load` may come before.
    const typeName = async (text: string) => {
      await page.locator('[name=name]:focus').waitFor();
      await page.keyboard.type(text);
    };
    const submit = async (text: string) => {
      await typeName(text);
      await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
    };
    await press('Account');
    await typeName('kei');
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await Promise.all([page.waitForURL('**/account'), page.keyboard.press('Enter')]);
    await submit('My program');
    await submit('Laptop');
    await page.locator('h2:focus', { hasText: 'Your new key' }).waitFor();
    await page.getByRole('button', { name: 'Send it now' }).press('Enter');
    await page.locator('[data-once] .answer pre').first().waitFor();
    expect(await page.textContent('[data-once] .answer pre')).toBe('GET /v1/anime?limit=1\n200 OK');
    expect(await page.textContent('[data-once] .answer')).toMatch(/ratelimit: "credentialed";r=\d+/);
    expect(await inspectPage(page)).toEqual([]);
    const key = (await page.textContent('[data-once] pre')) ?? '';
    const call = await fetch(`${scene.origin}/v1/anime?limit=1`, { headers: { authorization: `Bearer ${key}` } });
    expect(call.status).toBe(200);
    const again = await context.newPage();
    await again.goto(page.url());
    expect(await again.content()).not.toContain(key);
    await page.goto(scene.origin);
    // The browser has stored nothing to go back to.
    await expect(page.goBack()).rejects.toThrow('ERR_CACHE_MISS');
    await context.close();
  });
});
