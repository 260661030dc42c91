import { beforeAll, expect, test } from '@jest/globals';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestService } from '../../support/openTestService.ts';
import { PASSWORD, PASSWORD_HASH } from '../../support/password.ts';
import { formsOf, Person } from './person.ts';

describeWith(['postgres'], "sessions at the account's pages", () => {
  const service = ofSuite(openTestService);
  let origin: string;
  beforeAll(async () => {
    origin = service.publicUrl ?? '';
    const data = ['ann', 'bob', 'eve', 'ida'].map((name) => ({ name, passwordHash: PASSWORD_HASH }));
    await service.ports.database.client.user.createMany({ data });
  });

  const users = async (mutation: string) => {
    const answer = await service.ask({ query: `mutation { ${mutation} { user { name } } }` });
    expect(await answer.json()).not.toHaveProperty('errors');
  };
  const sessionsOf = (person: Person) =>
    /catalog-session=([^;]+)/.exec(person.browser.cookieFor(`${origin}/account`))?.[1] ?? null;

  test('nobody sees that one must sign in; a person goes on to the page that was asked for', async () => {
    const ann = new Person(origin);
    const nobody = await ann.open('/account?x');
    expect([nobody.status, nobody.html]).toEqual([401, expect.stringContaining('action="/account/sign-in"')]);
    expect(formsOf(nobody.html)[0]?.fields.get('to')).toBe('/account?x');
    const shown = await ann.signIn('ann', '/account?');
    expect([shown.status, new URL(shown.url).pathname]).toEqual([200, '/account']);
    expect(shown.html).toContain('Signed in as <bdi>ann</bdi>');
    expect(shown.html).toContain('No applications yet.');
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
    const form = { name: 'ann', password: PASSWORD };
    const begun = await ann.browser.go(`${origin}/account/sign-in`, form);
    expect(begun.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^catalog-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  test('a form of another site signs nobody in, nor does a link', async () => {
    const form = { name: 'ann', password: PASSWORD };
    const stranger = await new Person(origin).browser.go(`${origin}/account/sign-in`, form, {});
    expect([stranger.status, stranger.headers.getSetCookie()]).toEqual([400, []]);
    const older = await new Person(origin).browser.go(`${origin}/account/sign-in`, form, { origin });
    expect(older.status).toBe(303);
    const link = await fetch(`${origin}/account/sign-in?${new URLSearchParams(form)}`);
    expect([link.status, link.headers.getSetCookie(), await link.text()]).toEqual([
      200,
      [],
      expect.not.stringContaining(PASSWORD),
    ]);
  });

  test('each sign-in has a new session; the earlier one of the browser ends, that of another stays', async () => {
    const [ann, elsewhere] = [new Person(origin), new Person(origin)];
    await ann.signIn('ann');
    await elsewhere.signIn('ann');
    const first = sessionsOf(ann);
    expect((await ann.signIn('ann', '/account/..//evil.example')).url).toBe(`${origin}/account`);
    expect(sessionsOf(ann)).not.toBe(first);
    const stolen = await fetch(`${origin}/account`, { headers: { cookie: `catalog-session=${first}` } });
    expect(stolen.status).toBe(401);
    expect((await elsewhere.open('/account')).status).toBe(200);
  });

  test('signing out ends the session; a session ends with its account', async () => {
    const [bob, other] = [new Person(origin), new Person(origin)];
    await bob.signIn('bob');
    await other.signIn('bob');
    const cookie = `catalog-session=${sessionsOf(bob)}`;
    const out = await bob.send('/account', 'sign-out');
    expect([out.status, out.html]).toEqual([200, expect.stringContaining('Sign in again')]);
    expect((await fetch(`${origin}/account`, { headers: { cookie } })).status).toBe(401);
    expect((await other.open('/account')).status).toBe(200);
    const [third, fourth] = [new Person(origin), new Person(origin)];
    await third.signIn('eve');
    await fourth.signIn('eve');
    await third.send('/account/you', 'everywhere');
    const { client } = service.ports.database;
    const events = await client.auditEvent.findMany({ where: { actor: 'user:eve' }, orderBy: { id: 'desc' }, take: 1 });
    expect(events).toMatchObject([{ kind: 'revokeUserTokens', object: 'eve', address: '127.0.0.1' }]);
    const left = await client.auditEvent.findFirst({ where: { kind: 'signOut', actor: 'user:bob' } });
    expect(left).toMatchObject({ outcome: 'done', object: 'bob', address: '127.0.0.1' });
    expect((await fourth.open('/account')).status).toBe(401);
    expect((await other.open('/account')).status).toBe(200);
    await users('disableUser(input: { name: "bob" })');
    expect((await other.open('/account')).status).toBe(401);
  });

  test('a cookie that says nothing is nobody, and the interface reads none', async () => {
    const ann = new Person(origin);
    await ann.signIn('ann');
    const cookie = ann.browser.cookieFor(`${origin}/account`);
    const unknown = await fetch(`${origin}/account`, { headers: { cookie: 'catalog-session=%00' } });
    expect(unknown.status).toBe(401);
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
