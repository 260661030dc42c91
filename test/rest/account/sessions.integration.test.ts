import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeWith } from '../../support/describeWith.ts';
import { openTestService, type TestService } from '../../support/openTestService.ts';
import { until } from '../../support/until.ts';
import { formsOf, PASSWORD, Person } from './person.ts';

describeWith(['postgres'], "sessions at the account's pages", () => {
  let service: TestService;
  let origin: string;
  beforeAll(async () => {
    service = await openTestService();
    origin = service.publicUrl ?? '';
    for (const name of ['ann', 'bob', 'eve', 'ida'])
      await users(`createUser(input: { name: "${name}", password: "${PASSWORD}" })`);
  }, 60_000);
  afterAll(() => service?.end());

  const users = async (mutation: string) => {
    const answer = await service.ask({ query: `mutation { ${mutation} { user { name } } }` });
    expect(await answer.json()).not.toHaveProperty('errors');
  };
  const sessionsOf = (person: Person) =>
    /catalog-session=([^;]+)/.exec(person.browser.cookieFor(`${origin}/account`))?.[1] ?? null;

  test('nobody sees that one must sign in; a person goes on to the page that was asked for', async () => {
    const ann = new Person(origin);
    const nobody = await ann.open('/account?x');
    expect([nobody.status, nobody.html]).toEqual([401, expect.stringContaining('href="/account/sign-in?to=')]);
    const shown = await ann.signIn('ann', '/account?');
    expect([shown.status, new URL(shown.url).pathname]).toEqual([200, '/account']);
    expect(shown.html).toContain('Signed in as <bdi>ann</bdi>');
    expect(shown.html).toContain('You have none: make the first one.');
  });

  test('after signing in nobody is led elsewhere', async () => {
    const ann = new Person(origin);
    for (const to of [
      'https://evil.example/',
      '//evil.example',
      '/accounts',
      '/v1/anime',
      'javascript:alert(1)',
      '/account\\..',
      '\0',
    ]) {
      expect([to, (await ann.signIn('ann', to)).url]).toEqual([
        to,
        expect.stringMatching(`^${origin}/account(?![^/?])`),
      ]);
    }
  });

  test('answers are stored by nobody, read by no other site, and frame nothing; the cookie is closed to scripts', async () => {
    const ann = new Person(origin);
    const shown = await ann.signIn('ann');
    expect(shown.headers.get('cache-control')).toBe('no-store');
    expect(shown.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(shown.headers.get('referrer-policy')).toBe('same-origin');
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE']) {
      const answer = await fetch(`${origin}/account`, { method, headers: { origin: 'https://evil.example' } });
      expect([method, answer.headers.get('access-control-allow-origin'), answer.headers.get('cache-control')]).toEqual([
        method,
        null,
        'no-store',
      ]);
    }
    const cookies: string[] = [];
    const begun = await fetch(`${origin}/account/sign-in`, { redirect: 'manual' });
    cookies.push(...begun.headers.getSetCookie());
    expect(cookies).toEqual([
      expect.stringMatching(/^catalog-sign-in=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=900$/),
    ]);
  });

  test('each sign-in has a new session; the earlier one of the browser ends, that of another stays', async () => {
    const [ann, elsewhere] = [new Person(origin), new Person(origin)];
    await ann.signIn('ann');
    await elsewhere.signIn('ann');
    const first = sessionsOf(ann);
    await ann.signIn('ann', '/account/..//evil.example');
    expect(sessionsOf(ann)).not.toBe(first);
    expect((await ann.signIn('ann', '/account/..//evil.example')).url).toBe(`${origin}/account`);
    const stolen = await fetch(`${origin}/account`, { headers: { cookie: `catalog-session=${first}` } });
    expect(stolen.status).toBe(401);
    expect((await elsewhere.open('/account')).status).toBe(200);
  });

  test('signing out ends the session; a session ends within five seconds after its account', async () => {
    const [bob, other] = [new Person(origin), new Person(origin)];
    await bob.signIn('bob');
    await other.signIn('bob');
    const cookie = `catalog-session=${sessionsOf(bob)}`;
    const out = await bob.send('/account', 'sign-out');
    expect([out.status, out.html]).toEqual([200, expect.stringContaining('/oidc/session/end')]);
    expect((await fetch(`${origin}/account`, { headers: { cookie } })).status).toBe(401);
    expect((await other.open('/account')).status).toBe(200);
    const [third, fourth] = [new Person(origin), new Person(origin)];
    await third.signIn('eve');
    await fourth.signIn('eve');
    await third.send('/account', 'everywhere');
    expect((await fourth.open('/account')).status).toBe(401);
    expect((await other.open('/account')).status).toBe(200);
    await users('disableUser(input: { name: "bob" })');
    await until(async () => (await other.open('/account')).status === 401, 5_000);
  });

  test('a callback that nobody asked for, or of another browser, signs nobody in', async () => {
    const [ann, eve] = [new Person(origin), new Person(origin)];
    for (const query of ['', '?code=x', '?code=x&state=y', '?error=access_denied', '?state=%00&code=%ff']) {
      const answer = await ann.open(`/account/signed-in${query}`);
      expect([query, answer.status]).toEqual([query, 400]);
      expect(answer.html).toContain('Sign in');
    }
    // Eve begins a sign-in and has Ann's browser end it: Ann would work in Eve's account.
    const begun = await eve.browser.follow(`${origin}/account/sign-in`);
    let answer = await eve.browser.go(`${begun.url}/sign-in`, { name: 'eve', password: PASSWORD });
    let to = answer.headers.get('location') ?? '';
    while (!to.includes('/account/signed-in')) {
      answer = await eve.browser.go(new URL(to, origin));
      to = answer.headers.get('location') ?? '';
    }
    const { pathname, search } = new URL(to, origin);
    expect((await ann.open(pathname + search)).status).toBe(400);
    await ann.browser.go(`${origin}/account/sign-in`);
    expect((await ann.open(pathname + search)).status).toBe(400);
    expect((await ann.open('/account')).status).toBe(401);
  });

  test('each of several tabs ends the sign-in that it began, where it began, however long the address was', async () => {
    const ann = new Person(origin);
    const begin = async (to: string) =>
      (await ann.browser.follow(`${origin}/account/sign-in?${new URLSearchParams({ to })}`)).url;
    const begun = [await begin(`/account/you?${'x'.repeat(3000)}`), await begin('/account/you')];
    const ended: string[] = [];
    for (const url of begun) {
      const { response, ...at } = await ann.browser.follow(`${url}/sign-in`, { name: 'ann', password: PASSWORD });
      ended.push(`${response.status} ${new URL(at.url).pathname}`);
    }
    expect(ended).toEqual(['200 /account', '200 /account/you']);
    const long = `/account/you?${'x'.repeat(380)}`;
    for (let more = 0; more < 8; more += 1) await ann.browser.go(`${origin}/account/sign-in?to=${long}`);
    const cookies = ann.browser.cookieFor(`${origin}/account`).split('; ');
    // Browsers drop longer ones.
    expect(cookies.map(({ length }) => length).filter((length) => length > 4096)).toEqual([]);
  });

  test('a cookie that says nothing is nobody, and the interface reads none', async () => {
    const ann = new Person(origin);
    await ann.signIn('ann');
    const cookie = ann.browser.cookieFor(`${origin}/account`);
    for (const text of ['x', '', 'a'.repeat(8000), '%00', '__proto__']) {
      const answer = await fetch(`${origin}/account`, { headers: { cookie: `catalog-session=${text}` } });
      expect([text.slice(0, 9), answer.status]).toEqual([text.slice(0, 9), 401]);
      const back = await fetch(`${origin}/account/signed-in?code=a&state=b`, {
        headers: { cookie: `catalog-sign-in=${text}` },
      });
      expect(back.status).toBe(400);
    }
    const app = '/v1/developer/applications/0198c7a2-61b4-7c09-9d5e-3f1a2b4c5d6e/webhooks';
    expect((await fetch(origin + app, { headers: { cookie } })).status).toBe(401);
  });

  test('a person has 120 views and 30 changes a minute', async () => {
    const ida = new Person(origin);
    const [form] = formsOf((await ida.signIn('ida')).html);
    if (form === undefined) throw new Error('there is no form');
    const changes = await Promise.all(Array.from({ length: 31 }, () => ida.post('/account', form.fields)));
    expect(changes.filter(({ status }) => status === 429)).toHaveLength(1);
    expect(changes.find(({ status }) => status === 429)?.html).toMatch(/30 changes of this minute: wait \d+ seconds/);
    const views = await Promise.all(Array.from({ length: 121 }, () => ida.open('/account')));
    expect(views.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(1);
    expect(views.some(({ html }) => /120 views of this minute: wait \d+ seconds/.test(html))).toBe(true);
  });
});
