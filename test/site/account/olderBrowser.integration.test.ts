import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { inviteUser } from '../../../src/graph/user/invitations.ts';
import { CookieClient } from '../../support/cookieClient.ts';
import { describeWith } from '../../support/describeWith.ts';
import { openTestService, type TestService } from '../../support/openTestService.ts';
import { PASSWORD } from '../../support/password.ts';
import { formsOf, Person } from './person.ts';

/** A page, and the policy that it was sent with. */
interface OpenPage {
  readonly url: string;
  readonly policy: string | null;
  readonly html: string;
}

/** What browsers say of a page when its form is sent (Fetch, 3.2; Referrer Policy, 8.3), before Sec-Fetch-Site. */
function saidOf({ url, policy }: OpenPage, action: string): Record<string, string> {
  const { origin } = new URL(url);
  if (policy !== 'same-origin') throw new Error(`forms of a page with the policy ${policy} send Origin: null`);
  return new URL(action).origin === origin ? { origin, referer: url } : { origin: 'null' };
}

describeWith(['postgres'], 'a browser that knows no Sec-Fetch-Site', () => {
  let service: TestService;
  let origin: string;
  beforeAll(async () => {
    service = await openTestService();
    origin = service.publicUrl ?? '';
    const query = `mutation { createUser(input: { name: "ann", password: "${PASSWORD}" }) { user { name } } }`;
    await service.ask({ query });
  }, 60_000);
  afterAll(() => service?.end());

  const open = async (browser: CookieClient, url: string): Promise<OpenPage> => {
    const { response, url: at } = await browser.follow(url);
    return { url: at, policy: response.headers.get('referrer-policy'), html: await response.text() };
  };
  const accountForm = async () => {
    const ann = new Person(origin);
    await ann.signIn('ann');
    const page = await open(ann.browser, `${origin}/account`);
    const fields = formsOf(page.html).find(({ name }) => name === 'create')?.fields ?? new URLSearchParams();
    fields.set('name', 'Mirror');
    return { browser: ann.browser, page, action: page.url, fields, taken: 303 };
  };
  const titleForm = async () => {
    const browser = new CookieClient();
    const page = await open(browser, `${origin}/explore/season/2013/spring`);
    const [, target = ''] = /formaction="([^"]*native[^"]*)"/.exec(page.html) ?? [];
    return {
      browser,
      page,
      action: origin + target.replaceAll('&amp;', '&'),
      fields: new URLSearchParams(),
      taken: 303,
    };
  };
  const invitationForm = async () => {
    const { path } = await inviteUser(
      service.ports.database.client,
      `liv${Math.random().toString(36).slice(2)}`,
      new Date(),
    );
    const browser = new CookieClient();
    const page = await open(browser, origin + path);
    const [form] = formsOf(page.html);
    form?.fields.set('password', PASSWORD);
    form?.fields.set('again', PASSWORD);
    return { browser, page, action: origin + form?.action, fields: form?.fields ?? new URLSearchParams(), taken: 303 };
  };
  const enter = async () => {
    const invitation = (await service.ports.desk?.invite('rei')) ?? '';
    const browser = new CookieClient();
    const page = await open(browser, `${service.internalUrl}/review/enter?invitation=${invitation}`);
    const [form] = formsOf(page.html);
    return {
      ...{ browser, page, action: service.internalUrl + form?.action },
      ...{ fields: form?.fields ?? new URLSearchParams(), taken: 303 },
    };
  };
  const leave = async () => {
    const { browser, action, page: entered, fields } = await enter();
    await browser.go(action, Object.fromEntries(fields), saidOf(entered, action));
    const page = await open(browser, `${service.internalUrl}/review`);
    const form = formsOf(page.html).find((each) => each.action === '/review/leave');
    return {
      ...{ browser, page, action: service.internalUrl + form?.action },
      ...{ fields: form?.fields ?? new URLSearchParams(), taken: 200 },
    };
  };

  describe.each([
    ['a form of the account', accountForm],
    ['the switch of titles', titleForm],
    ['an invitation', invitationForm],
    ['the way in to the desk', enter],
    ['a form of the desk', leave],
  ])('sends %s', (_what, prepare) => {
    test('from its page, and from no other', async () => {
      const { browser, page, action, fields, taken } = await prepare();
      const evil = { ...page, url: 'https://evil.example/x' };
      for (const headers of [saidOf(evil, action), { origin: 'https://evil.example' }, { referer: page.url }, {}]) {
        const { status, headers: sent } = await browser.go(action, Object.fromEntries(fields), headers);
        expect([headers, status, sent.getSetCookie()]).toEqual([headers, 400, []]);
      }
      expect((await browser.go(action, Object.fromEntries(fields), saidOf(page, action))).status).toBe(taken);
    });
  });
});
