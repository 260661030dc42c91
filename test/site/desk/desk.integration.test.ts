import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { deskTable } from '../../../src/site/desk/createDeskRouter.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestService, TEST_TOKEN } from '../../support/openTestService.ts';
import { runCatalog } from '../../support/runCatalog.ts';
import { inspectPage, watchPage } from '../support/inspectPage.ts';
import { firstViewFaults } from '../support/loadPage.ts';
import { openBrowser } from '../support/openBrowser.ts';

const HOSTILE = '<img src=x onerror=alert(1)>"\'&amp; javascript:alert(1)';

const anime = (source: string, sourceId: string, title: string, more = {}) => ({
  ...{ type: 'anime', source, sourceId, titles: [{ title, language: 'ja-Latn', kind: 'official' }] },
  ...more,
});

describeWith(['postgres', 'chromium'], 'the desk', () => {
  const service = ofSuite(openTestService);
  const browser = ofSuite(openBrowser);
  let page: Page;
  beforeAll(async () => {
    page = await browser.newPage({ timezoneId: 'UTC' });
  });

  const run = async <Data>(query: string, variables: object = {}, actor?: string): Promise<Data> => {
    const answer = await service.ask({ query, variables }, actor === undefined ? {} : { 'x-actor': actor });
    const { data, errors } = (await answer.json()) as { data: Data; errors?: unknown };
    expect(errors).toBeUndefined();
    return data;
  };
  const importing = (records: readonly object[], review = false) =>
    run('mutation($input: ImportCatalogInput!) { importCatalog(input: $input) { rejected } }', {
      input: { records, review },
    });
  let made = 0;
  /** A record that shares its MyAnimeList id with an anime that has another record of its source. */
  const propose = async (title = 'Sword of the Second Moon', more = {}) => {
    made += 1;
    const id = String(10_000 + made);
    await importing([
      anime('mal', id, `${title} first`),
      anime('anilist', `${id}1`, `${title} first`, { externalIds: { mal: id }, year: 2013 }),
    ]);
    await importing([anime('anilist', `${id}2`, title, { externalIds: { mal: id }, year: 2014, ...more })]);
    const { proposals } = await run<{ proposals: { nodes: { id: string; sourceId: string }[] } }>(
      '{ proposals(status: PENDING, first: 100) { nodes { id sourceId } } }',
    );
    return proposals.nodes.find(({ sourceId }) => sourceId === `${id}2`)?.id ?? '';
  };
  /** Makes a webhook whose receiver has failed for an hour. */
  const failWebhook = async (name: string) => {
    const made = await run<{ createApplication: { application: { id: string } } }>(
      'mutation { createApplication(input: { name: "A", owner: "ann" }) { application { id } } }',
    );
    const input = {
      ...{ applicationId: made.createApplication.application.id, name, events: ['ANIME_UPDATED'] },
      url: `https://mirror.example.com/${'w'.repeat(300)}`,
    };
    await run('mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }', { input });
    await service.ports.database.client.webhook.updateMany({
      data: { failingSince: new Date(Date.now() - 3_600_000) },
    });
  };
  const proposalOf = async (id: string) => {
    const { proposal } = await run<{
      proposal: { status: string; reviewer: string | null; decision: string | null };
    }>('query($id: UUID!) { proposal(id: $id) { status reviewer decision } }', { id });
    return { ...proposal, status: proposal.status.toLowerCase() };
  };
  const linkFor = async (reviewer: string) =>
    service.internalUrl +
    (
      await run<{ openDesk: { path: string } }>(
        'mutation($input: OpenDeskInput!) { openDesk(input: $input) { path } }',
        { input: {} },
        reviewer,
      )
    ).openDesk.path;
  const enter = async (who: Page, reviewer: string) => {
    await who.goto(await linkFor(reviewer));
    await who.getByRole('button', { name: 'Open the desk' }).click();
    await who.waitForURL(`${service.internalUrl}/review`);
  };
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(service.internalUrl + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
      body: new URLSearchParams(fields),
    });
  /** A reviewer without a browser: the cookie, and what the form of a page holds. */
  const session = async (reviewer: string) => {
    const invitation = new URL(await linkFor(reviewer)).searchParams.get('invitation') ?? '';
    const cookie = (await post('/review/enter', { invitation })).headers.get('set-cookie')?.split(';')[0] ?? '';
    const get = (path: string) => fetch(service.internalUrl + path, { headers: { cookie } });
    const formOf = async (path: string) => {
      const html = await (await get(path)).text();
      const [, form = ''] = /<form [^>]*>(.*?name="reason".*?)<\/form>/s.exec(html) ?? [];
      const hidden = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
      const choices = [...form.matchAll(/name="choice" value="([^"]*)"/g)].map(([, value = '']) => value);
      return { fields: Object.fromEntries(hidden.map(([, name, value]) => [name, value])), choices };
    };
    return { cookie, get, formOf };
  };

  describe('lets in', () => {
    test('by a link of the command line, once, in the name of its user; opening it changes nothing', async () => {
      const environment = { INTERNAL_URL: service.internalUrl, INTERNAL_TOKEN: TEST_TOKEN };
      const printed = await runCatalog(['review', 'open', '--reviewer', 'ann', '--json'], { environment });
      const { url, reviewer } = JSON.parse(printed.stdout) as { url: string; reviewer: string };
      expect(reviewer).toBe('ann');
      await fetch(url);
      await page.goto(url);
      await page.getByRole('button', { name: 'Open the desk' }).press('Enter');
      await page.waitForURL(`${service.internalUrl}/review`);
      expect(await page.textContent('main')).toContain('No pending records.');
      expect(await page.textContent('.you')).toContain('ann');
      const other = await browser.newPage();
      await other.goto(url);
      await other.getByRole('button', { name: 'Open the desk' }).click();
      expect(await other.textContent('h1')).toBe('No longer valid');
      await other.goto(`${service.internalUrl}/review`);
      expect(await other.textContent('main')).toContain('catalog review open prints a one-time sign-in link');
      await other.close();
    });

    test('nobody a minute later', async () => {
      const url = await linkFor('ann');
      await run('{ proposals(first: 1) { nodes { id } } }');
      await service.ports.database.client.$executeRawUnsafe(
        "update portal_session set created_at = created_at - interval '61 seconds' where issuer = 'desk-invitation'",
      );
      const invitation = new URL(url).searchParams.get('invitation') ?? '';
      const answer = await post('/review/enter', { invitation });
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([401, null]);
    });

    test('one of many who have the same link', async () => {
      const invitation = new URL(await linkFor('ann')).searchParams.get('invitation') ?? '';
      const answers = await Promise.all(Array.from({ length: 16 }, () => post('/review/enter', { invitation })));
      expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array.from({ length: 15 }, () => 401)]);
    });

    test('nobody without the token, from another site, under another name, or by a wrong invitation', async () => {
      const body = JSON.stringify({ query: 'mutation { openDesk(input: { reviewer: "eve" }) { path } }' });
      const headers = { 'content-type': 'application/json' };
      expect((await fetch(`${service.internalUrl}/graphql`, { method: 'POST', headers, body })).status).toBe(401);
      const invitation = new URL(await linkFor('ann')).searchParams.get('invitation') ?? '';
      expect((await post('/review/enter', { invitation }, { 'sec-fetch-site': 'cross-site' })).status).toBe(400);
      for (const wrong of ['', 'x', '\0', 'a'.repeat(43), 'x'.repeat(100_000)]) {
        expect([400, 401, 413]).toContain((await post('/review/enter', { invitation: wrong })).status);
      }
      const nameless = await service.ask({ query: 'mutation { openDesk(input: {}) { path } }' });
      expect(JSON.stringify(await nameless.json())).toContain('reviewer is required');
      for (const { path } of deskTable(['graph'])) {
        const at = path.replaceAll(/\{\w+\}/g, '0197f3a2-8c1e-7d3b-9f00-2b6a1c4d5e6f');
        const answer = await fetch(service.internalUrl + at, { headers: { cookie: 'catalog-desk=forged' } });
        expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 401, 'no-store']);
        expect(answer.headers.get('content-security-policy')).toBe(
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        );
      }
    });
  });

  describe('a decision', () => {
    test('shows why, the record, each way and what it loses; the keyboard alone makes it a new anime', async () => {
      const id = await propose('Ghost Harbour', { episodes: 12 });
      await enter(page, 'ann');
      await page.getByRole('link', { name: 'Ghost Harbour' }).focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(`${service.internalUrl}/review/${id}`);
      const text = (await page.textContent('main')) ?? '';
      expect(text).toMatch(/shares mal \d+/);
      expect(text).toMatch(/Make it a new anime: mal \d+ stays with Ghost Harbour first, so this record loses it\./);
      const gained = page.locator('td[data-label^="Approve into"] ins');
      expect(await gained.allTextContents()).toEqual([
        '+ added: Ghost Harbour (ja-Latn, official)',
        '+ added: 12',
        expect.stringMatching(/^\+ added: anilist \d+$/),
      ]);
      expect(
        await page
          .getByRole('link', { name: /^mal \d+$/ })
          .first()
          .getAttribute('href'),
      ).toMatch(/myanimelist/);
      await page.getByLabel('Reason').focus();
      await page.keyboard.type('another work');
      await page.getByRole('button', { name: 'Make it a new anime' }).focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/review\?decided=1$/);
      expect(await proposalOf(id)).toEqual({ status: 'approved', reviewer: 'ann', decision: 'another work' });
      await page.getByRole('link', { name: 'Decided' }).click();
      const row = page.getByRole('row', { name: /Ghost Harbour/ });
      expect(await row.textContent()).toMatch(/● approved.*ann.*another work/);
      const anime = await service.ports.database.client.anime.findFirstOrThrow({ where: { title: 'Ghost Harbour' } });
      const belongs = row.getByRole('cell').getByRole('link', { name: 'Ghost Harbour' }).last();
      expect(await belongs.getAttribute('href')).toBe(`/review/anime/${anime.id}`);
      await page.goto(`${service.internalUrl}/review/${id}`);
      const facts = page.getByRole('definition').getByRole('link', { name: 'Ghost Harbour' });
      expect(await facts.getAttribute('href')).toBe(`/review/anime/${anime.id}`);
    });

    test('has an access key for each way, which leads to its button, and tells what is not known of either', async () => {
      const id = await propose('Two Keys', { startDate: '2014-04-01' });
      await enter(page, 'ann');
      await page.goto(`${service.internalUrl}/review/${id}`);
      expect(await page.locator('td[data-label^="Approve into"]', { hasText: 'unknown' }).count()).toBeGreaterThan(0);
      expect(await page.locator('tr', { hasText: 'not stated' }).locator('ins').count()).toBeGreaterThan(0);
      const way = page.getByRole('link', { name: 'Make it a new anime' });
      expect(await way.getAttribute('accesskey')).toBe('n');
      await way.press('Enter');
      await page.getByRole('button', { name: 'Make it a new anime' }).and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/review\?decided=1$/);
      expect(await proposalOf(id)).toMatchObject({ status: 'approved', reviewer: 'ann' });
    });

    test('leads to the next one, without a script', async () => {
      const [first, second] = [await propose('One'), await propose('Two')];
      const context = await browser.newContext({ javaScriptEnabled: false });
      const plain = await context.newPage();
      await enter(plain, 'bob');
      await plain.goto(`${service.internalUrl}/review/${first}`);
      expect(await plain.textContent('main')).toMatch(/1 of 2 pending · Next record/);
      await plain.getByRole('link', { name: 'Next record' }).click();
      expect(plain.url()).toBe(`${service.internalUrl}/review/${second}`);
      expect(await plain.getByRole('link', { name: 'Next record' }).getAttribute('href')).toBe(`/review/${first}`);
      await plain.goto(`${service.internalUrl}/review/${first}`);
      // What the record states against the anime is marked, in words and a sign.
      expect(await plain.locator('td[data-label="Year"]').allTextContents()).toContain('▲ 2013, not 2014');
      await plain.getByRole('button', { name: /^Approve into One first/ }).click();
      expect(plain.url()).toBe(`${service.internalUrl}/review/${second}`);
      expect(await plain.textContent('.last')).toMatch(/^Your last decision, approved: One$/);
      expect(await proposalOf(first)).toEqual({ status: 'approved', reviewer: 'bob', decision: null });
      await plain.getByLabel('Reason').fill('a fan film');
      await plain.getByRole('button', { name: 'Reject' }).click();
      expect(await proposalOf(second)).toEqual({ status: 'rejected', reviewer: 'bob', decision: 'a fan film' });
      await context.close();
    });

    test('to reject is shown as not applied, and taken back by a button', async () => {
      const id = await propose('Turned Down', { startDate: '2014-04-01' });
      await importing([anime('mal', String(10_000 + made), 'Turned Down first', { startDate: '2014-07-01' })]);
      await enter(page, 'ann');
      await page.goto(`${service.internalUrl}/review/${id}`);
      expect(await page.locator('td[data-label="Premiere"]').allTextContents()).toEqual(['another premiere']);
      await page.getByRole('button', { name: 'Reject' }).click();
      await page.waitForURL(/\/review\?decided=1$/);
      expect(await page.textContent('.last')).toMatch(/^Your last decision, rejected: Turned DownUndo$/);
      await page.goto(`${service.internalUrl}/review/${id}`);
      expect(await page.textContent('main')).toContain('Not applied: the record, and what approval would have changed');
      expect(await page.locator('td[data-label="Had it been approved"] ins').count()).toBeGreaterThan(0);
      expect(await inspectPage(page)).toEqual([]);
      await page.goto(`${service.internalUrl}/review?decided=1`);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('button', { name: 'Make it a new anime' }).waitFor();
      expect(page.url()).not.toContain(id);
      expect(await page.textContent('main dl')).toContain('Reopened byann');
      expect(await page.getAttribute('nav[aria-label=Pages] a[href="/review"]', 'aria-current')).toBe('true');
      await page.getByRole('button', { name: 'Make it a new anime' }).click();
      await page.waitForURL(/\/review\?decided=1$/);
      expect((await proposalOf(id)).status).toBe('rejected');
    });

    test('is of what was on the screen: what has moved since is refused, keeps the reason, and is shown', async () => {
      const id = await propose('Moved');
      const ann = await session('ann');
      const { fields, choices } = await ann.formOf(`/review/${id}`);
      await importing([anime('mal', String(10_000 + made), 'Moved first', { year: 1999, synopsis: 'New.' })]);
      const sent = { ...fields, choice: choices[0] ?? '', reason: 'as shown' };
      const refused = await post(`/review/${id}`, sent, { cookie: ann.cookie });
      const html = await refused.text();
      expect([refused.status, html.includes('This is not what you have seen')]).toEqual([409, true]);
      expect(html).toContain('as shown');
      expect((await proposalOf(id)).status).toBe('pending');
      const again = await ann.formOf(`/review/${id}`);
      expect(again.choices[0]).not.toBe(choices[0]);
      const taken = await post(
        `/review/${id}`,
        { ...again.fields, choice: again.choices[0] ?? '' },
        { cookie: ann.cookie },
      );
      expect([taken.status, (await proposalOf(id)).status]).toEqual([303, 'approved']);
    });

    test('is refused of a choice that is none, and its number is spent', async () => {
      const id = await propose('Forms');
      const ann = await session('ann');
      const { fields, choices } = await ann.formOf(`/review/${id}`);
      const sent = { ...fields, choice: 'into nothing', reason: '\0' };
      expect((await post(`/review/${id}`, sent, { cookie: ann.cookie })).status).toBe(400);
      const choice = choices[0] ?? '';
      expect((await post(`/review/${id}`, { ...sent, choice }, { cookie: ann.cookie })).status).toBe(409);
      expect((await proposalOf(id)).status).toBe('pending');
    });

    test('records the person who signed in, whatever X-Actor and the form say', async () => {
      const id = await propose('Names');
      const ann = await session('ann');
      const { fields } = await ann.formOf(`/review/${id}`);
      await post(`/review/${id}`, { ...fields, reviewer: 'eve' }, { cookie: ann.cookie, 'x-actor': 'eve' });
      expect(await proposalOf(id)).toMatchObject({ status: 'rejected', reviewer: 'ann' });
      const event = await service.ports.database.client.auditEvent.findFirst({ where: { object: id } });
      expect(event).toMatchObject({ kind: 'rejectProposal', actor: 'tool:ann', address: '127.0.0.1' });
    });
  });

  describe('an anime', () => {
    const idOf = async (title: string) =>
      (await service.ports.database.client.anime.findFirstOrThrow({ where: { title } })).id;

    test('has its titles added and removed, its pins lifted, each with what was published', async () => {
      await importing([anime('mal', '501', 'Titled')]);
      const id = await idOf('Titled');
      await enter(page, 'ann');
      await page.goto(`${service.internalUrl}/review/anime/${id}`);
      expect(await page.textContent('main')).toContain('No field is pinned.');
      await page.getByLabel('Title to add').fill('The Short One');
      await page.getByLabel('Kind').selectOption('short');
      await page.getByRole('button', { name: 'Add the title' }).click();
      expect(await page.textContent('[role=status]')).toBe('The title is added; 1 event was published.');
      expect(await page.textContent('main ul:has(bdi)')).toContain('The Short One (unknown, short)');
      await page.getByLabel('Title to remove').fill('Titled');
      await page.getByRole('button', { name: 'Remove the title' }).click();
      await page.locator('.fault:focus').waitFor();
      expect(await page.getByLabel('Title to remove').inputValue()).toBe('Titled');
      await page.getByLabel('Title to remove').fill('The Short One');
      await page.getByRole('button', { name: 'Remove the title' }).click();
      expect(await page.textContent('[role=status]')).toBe('The title is removed; 1 event was published.');
      await importing([anime('anilist', '601', 'Titled', { externalIds: { mal: '501' }, year: 2005 })]);
      await importing([anime('mal', '501', 'Titled', { year: 2006 })], true);
      await page.goto(`${service.internalUrl}/review?source=mal`);
      await page.getByRole('link', { name: 'Titled' }).click();
      const decided = page.waitForResponse((answer) => answer.request().method() === 'POST');
      await page.getByRole('button', { name: 'Approve' }).click();
      await decided;
      await page.goto(`${service.internalUrl}/review/anime/${id}`);
      const lift = page.getByRole('button', { name: /^Unpin / });
      const pinned = await lift.count();
      expect(pinned).toBeGreaterThan(0);
      await lift.first().click();
      expect(await page.textContent('[role=status]')).toMatch(/^The pin is lifted; \d events? w/);
      expect(await lift.count()).toBe(pinned - 1);
    });

    test('is merged after a page that shows what comes of it, and not when that has moved', async () => {
      await importing([anime('mal', '511', 'Merge me', { year: 2001 }), anime('mal', '512', 'Stay')]);
      const [ends, stays] = [await idOf('Merge me'), await idOf('Stay')];
      await enter(page, 'ann');
      await page.goto(`${service.internalUrl}/review/anime/${ends}`);
      await page.getByLabel('Identifier of the anime that survives').fill('nothing');
      await page.getByRole('button', { name: 'Show the merge' }).click();
      expect(await page.textContent('.fault')).toContain('is no id of an anime.');
      await page.getByLabel('Identifier of the anime that survives').fill(stays);
      await page.getByRole('button', { name: 'Show the merge' }).click();
      expect(await page.textContent('main')).toContain(`Merge me (${ends})`);
      expect(await page.locator('ins').allTextContents()).toContain('+ added: 2001');
      expect(await inspectPage(page)).toEqual([]);
      await importing([anime('mal', '512', 'Stay', { synopsis: 'Moved.', episodes: 3 })]);
      await page.getByRole('button', { name: 'Merge' }).click();
      expect(await page.textContent('.fault')).toMatch(/seen|changed/);
      await page.getByRole('button', { name: 'Merge' }).click();
      await page.waitForURL(`${service.internalUrl}/review/anime/${stays}`);
      const { mergedIntoId } = await service.ports.database.client.anime.findUniqueOrThrow({ where: { id: ends } });
      expect(mergedIntoId).toBe(stays);
      const ann = await session('ann');
      const again = await ann.get(`/review/anime/${ends}/merge?into=${stays}`);
      expect([again.status, await again.text()]).toEqual([409, expect.stringMatching(/merged/)]);
      for (const query of ['', '?into=x', `?into=${ends}`, '?into=%00', `?into=${stays}&into=${stays}`]) {
        const { status } = await ann.get(`/review/anime/${stays}/merge${query}`);
        expect([query, status < 500 && status >= 400]).toEqual([query, true]);
      }
    });
  });

  test('the queue counts and filters by source and reason, and says how old each is', async () => {
    const id = await propose('Filtered');
    await enter(page, 'ann');
    const { pendingProposals } = await run<{ pendingProposals: { count: number }[] }>('{ pendingProposals { count } }');
    const total = pendingProposals.reduce((sum, { count }) => sum + count, 0);
    expect(await page.textContent('main')).toContain(`${total} pending record`);
    await page.getByRole('link', { name: /^anilist, ambiguous match: \d+$/i }).click();
    expect(await page.locator(`a[href="/review/${id}"]`).count()).toBe(1);
    expect(await page.textContent('tbody')).toContain('less than a minute');
    await page.goto(`${service.internalUrl}/review?source=mal`);
    expect(await page.textContent('main')).toContain('No pending records.');
    const ann = await session('ann');
    for (const query of ['reason=x', 'after=x', 'source=%00', 'source=a&source=b', 'reason=__proto__']) {
      const { status } = await ann.get(`/review?${query}`);
      expect([query, status < 500]).toEqual([query, true]);
    }
    for (const path of [
      '/review/nothing',
      '/review/x/y',
      '/review/%ff',
      '/review/anime/%zz',
      '/review/0197f3a2-8c1e-7d3b-9f00-2b6a1c4d5e6f',
    ]) {
      expect([path, (await ann.get(path)).status]).toEqual([path, 404]);
    }
  });

  test('its pages are sound on every width and in the dark, whatever the data hold, and leave no complaint', async () => {
    const own = await browser.newPage();
    const { complaints, hosts } = watchPage(own);
    const id = await propose(HOSTILE, { synopsis: `${HOSTILE} ${'W'.repeat(300)}` });
    await failWebhook(HOSTILE);
    await enter(own, HOSTILE);
    const { id: anime } = await service.ports.database.client.anime.findFirstOrThrow({
      where: { title: `${HOSTILE} first` },
    });
    const { id: webhook, applicationId } = await service.ports.database.client.webhook.findFirstOrThrow();
    const ofWebhook = `/review/webhooks/${applicationId}/${webhook}`;
    for (const path of ['/', '/review', `/review/${id}`, `/review/anime/${anime}`, ofWebhook, '/review/history']) {
      await own.goto(service.internalUrl + path);
      expect([path, await inspectPage(own)]).toEqual([path, []]);
      expect(await own.locator('img, main script').count()).toBe(0);
      expect(await own.textContent('.you bdi')).toBe(HOSTILE);
      if (path === '/') expect(await own.textContent('td[data-label=Webhook] bdi')).toBe(HOSTILE);
      if (path === '/') expect(await own.getAttribute('td[data-label=Webhook] a', 'href')).toBe(ofWebhook);
      if (path === ofWebhook) expect(await own.textContent('main')).toContain('Owner');
      if (path === '/')
        expect(await own.textContent('td[data-label=State]:has-text("failing since")')).toContain('UTC');
      const first = await browser.newContext({ storageState: await own.context().storageState() });
      expect([path, await firstViewFaults(await first.newPage(), service.internalUrl + path)]).toEqual([path, []]);
      await first.close();
    }
    await own.goto(`${service.internalUrl}/review/${id}`);
    expect(await own.textContent('h1')).toBe(HOSTILE);
    await own.getByRole('button', { name: 'Sign out' }).click();
    expect(await own.textContent('h1')).toBe('Signed out');
    await own.goto(`${service.internalUrl}/review`);
    expect(await own.textContent('main')).toContain('You are not signed in.');
    expect(hosts).toEqual(new Set([new URL(service.internalUrl).host]));
    // The browser itself tells of answers that are no success, and leaves its icon behind for the next own.
    expect(complaints.filter((text) => !/status of (?:400|401|409)|failed: .*\/icon-/.test(text))).toEqual([]);
    await own.close();
  }, 120_000);

  test('asks for a form once, and not for one that it refuses', async () => {
    const { hostname, port } = new URL(service.internalUrl);
    const send = async (type: string) => {
      const socket = connect(Number(port), hostname);
      const head = ['POST /review/enter HTTP/1.1', `Host: ${hostname}:${port}`, 'Sec-Fetch-Site: same-origin'];
      const rest = [`Content-Type: ${type}`, 'Expect: 100-continue', 'Content-Length: 1', 'Connection: close', '', 'a'];
      socket.write([...head, ...rest].join('\r\n'));
      return [...(await text(socket)).matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status);
    };
    expect(await send('application/x-www-form-urlencoded')).toEqual(['100', '401']);
    expect(await send('text/plain')).toEqual(['415']);
  });
});
