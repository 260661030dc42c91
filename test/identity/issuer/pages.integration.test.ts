import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeWith } from '../../support/describeWith.ts';
import { inspectPage, watchPage } from '../../support/inspectPage.ts';
import { openBrowser } from '../../support/openBrowser.ts';
import { openTestService, type TestService } from '../../support/openTestService.ts';
import { openCallback, openSignIn } from './openSignIn.ts';

const password = 'correct horse battery';
/** Where pictures of the pages are left, for people; unset: none are made. */
const pictures = process.env.SCREENSHOTS;

describeWith(['postgres', 'chromium'], 'the pages of the embedded issuer, in a browser', () => {
  let service: TestService;
  let browser: Browser;
  let callback: Awaited<ReturnType<typeof openCallback>>;
  let clientId: string;

  beforeAll(async () => {
    [service, browser, callback] = [await openTestService(), await openBrowser(), await openCallback()];
    const mutate = async (text: string) =>
      (await (await service.ask({ query: `mutation { ${text} }` })).json()) as {
        data: Record<string, { application: { id: string } }>;
      };
    await mutate(`createUser(input: { name: "ann", password: "${password}" }) { user { name } }`);
    const made = await mutate(
      `createApplication(input: { name: "Anime calendar", owner: "ann", redirectUris: ["${callback.uri}"] }) { application { id } }`,
    );
    clientId = made.data.createApplication?.application.id ?? '';
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await callback?.close();
    await service?.end();
  });

  async function open(scope: string, options: Parameters<Browser['newPage']>[0] = {}) {
    const page = await browser.newPage({ viewport: { width: 800, height: 640 }, ...options });
    const watched = watchPage(page);
    const begun = await openSignIn(service.publicUrl ?? '', clientId, callback.uri, scope);
    await page.goto(begun.url.href);
    return { page, watched, begun };
  }
  const picture = async (page: Page, name: string) => {
    if (pictures === undefined) return;
    await mkdir(pictures, { recursive: true });
    await page.screenshot({ path: join(pictures, `${name}.png`) });
  };

  test('a person signs in by keyboard alone, agrees, and is back at the application', async () => {
    const { page, watched, begun } = await open('openid anime.read webhooks.read webhooks.write');
    expect(await page.title()).toBe('Sign in: Canonical Anime Catalog');
    await picture(page, 'sign-in');
    expect(await page.evaluate('document.activeElement.name')).toBe('name');
    // The name has the focus.
    await page.keyboard.type('ann');
    await page.keyboard.press('Tab');
    await page.keyboard.type('a wrong password');
    await page.keyboard.press('Enter');
    const alert = page.getByRole('alert');
    expect(await alert.textContent()).toBe('Name or password is wrong.');
    expect(await page.getByLabel('Name').inputValue()).toBe('ann');
    expect(await inspectPage(page)).toEqual([]);
    await picture(page, 'wrong-password');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await page.getByRole('heading').textContent()).toBe('Allow access?');
    expect(await page.getByRole('listitem').allTextContents()).toEqual([
      'create, change and delete webhooks of your applications webhooks.write',
      'see the webhooks of your applications, and what was delivered webhooks.read',
      'read the catalogue, episodes, releases and schedules with your quota anime.read',
      'know your name openid',
    ]);
    await picture(page, 'consent');
    expect(await inspectPage(page)).toEqual([]);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`${callback.uri}*`);
    const tokens = await begun.finish(page.url());
    expect(tokens.claims()?.sub).toBe('ann');
    await page.close();
    // The refused password alone: a browser tells of every 401.
    expect(watched.complaints.filter((text) => !text.includes('401'))).toEqual([]);
    expect([...watched.hosts].sort()).toEqual(
      [new URL(callback.uri).host, new URL(service.publicUrl ?? '').host].sort(),
    );
  });

  test('a second consent lists all that is asked for, and what was allowed before', async () => {
    const { page } = await open('openid anime.read');
    const agree = async () => {
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.waitForURL(`${callback.uri}*`);
    };
    await page.getByLabel('Name').fill('ann');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await agree();
    const asks = async (scope: string) => {
      await page.goto((await openSignIn(service.publicUrl ?? '', clientId, callback.uri, scope)).url.href);
      return await page.getByRole('listitem').allTextContents();
    };
    const [name, catalogue] = [
      'know your name openid',
      'read the catalogue, episodes, releases and schedules with your quota anime.read',
    ];
    expect(await asks('openid anime.read')).toEqual([`${catalogue} allowed before`, `${name} allowed before`]);
    await picture(page, 'consent-again');
    await agree();
    expect(await asks('openid search.read anime.read bogus')).toEqual([
      'search the catalogue with your quota search.read',
      `${catalogue} allowed before`,
      `${name} allowed before`,
    ]);
    await agree();
    expect(await asks('openid')).toEqual([`${name} allowed before`]);
    await page.close();
  });

  test('cancel leads back, also by way of the policy of forms', async () => {
    const { page } = await open('openid');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL(`${callback.uri}*`);
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');
    await page.close();
  });

  test('a small and a dark screen show all of it', async () => {
    const { page } = await open('openid', { viewport: { width: 320, height: 568 }, colorScheme: 'dark' });
    await picture(page, 'sign-in-small-dark');
    expect(await inspectPage(page)).toEqual([]);
    await page.close();
  });

  test('a sign-in that has ended says so on a page', async () => {
    const page = await browser.newPage({ viewport: { width: 800, height: 640 } });
    const answer = await page.goto(`${service.publicUrl}/oidc/interaction/gone`);
    expect(answer?.status()).toBe(400);
    expect(await page.getByRole('heading').textContent()).toBe('That did not work');
    await picture(page, 'ended');
    expect(await inspectPage(page)).toEqual([]);
    await page.goto(`${service.publicUrl}/oidc/auth?client_id=nothing&response_type=code`);
    expect(await page.textContent('main')).toContain('The application that led you here is not registered');
    await page.close();
  });
});
