import { beforeAll, describe, expect, test } from '@jest/globals';
import { accountTable } from '../../../src/site/account/accountPages.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { fillIn, openAccountScene } from './openAccountScene.ts';
import { formsOf, Person } from './person.ts';

const forms = accountTable.flatMap(({ path, forms = {} }) => Object.keys(forms).map((form) => [path, form] as const));

describeWith(['postgres'], 'the pages of the account', () => {
  const scene = ofSuite(openAccountScene);
  let other: Person;
  beforeAll(async () => {
    other = await scene.person('bob');
  });

  /** The person's changes and views of this minute are given back, so that a test may make as many as it needs. */
  const rest = async (name: string) => {
    for (const counter of ['accountChanges', 'accountViews'] as const) {
      for (let taken = 0; taken < 120; taken += 1) await scene.service.ports.quotas?.giveBack(counter, name);
    }
  };

  describe.each(accountTable.map(({ path }) => path))('%s', (template) => {
    test('is its owner’s; to another person it is as if it were not there, and nobody is asked to sign in', async () => {
      await rest('ann');
      await rest('bob');
      const path = fillIn(template, scene.ids);
      const own = await scene.owner.open(path);
      expect(own.status).toBe(200);
      // Of this page alone a link says that it leads to it.
      for (const [, to] of own.html.matchAll(/href="([^"]*)" aria-current="page"/g)) expect(to).toBe(path);
      expect(own.html).toContain(' aria-current="');
      const nobody = await fetch(scene.origin + path);
      expect([nobody.status, await nobody.text()]).toEqual([401, expect.stringContaining('/account/sign-in')]);
      // Without a parameter everybody has one of their own.
      if (!template.includes('{')) return;
      const theirs = await other.open(path);
      const nothing = await other.open(fillIn(template, { ...scene.ids, application: crypto.randomUUID() }));
      const bare = ({ html }: { html: string }) => html.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, '');
      expect([theirs.status, nothing.status, bare(theirs)]).toEqual([404, 404, bare(nothing)]);
    });

    test('no id that is none fails it', async () => {
      await rest('ann');
      for (const odd of ['x', '%00', '%ED%A0%80', "'", '..%2f..', '%', 'a'.repeat(7000), '__proto__']) {
        for (const [name] of template.matchAll(/\{\w+\}/g)) {
          const path = fillIn(template.replace(name, 'ODD'), scene.ids).replace('ODD', odd);
          expect([odd.slice(0, 20), (await scene.owner.open(path)).status]).toEqual([odd.slice(0, 20), 404]);
        }
      }
    });
  });

  const formOf = async (person: Person, path: string, name: string) => {
    const form = formsOf((await person.open(path)).html).find((each) => each.name === name);
    if (form === undefined) throw new Error(`${path} has no form ${name}`);
    for (const field of ['name', 'label']) form.fields.set(field, 'Mirror');
    return form.fields;
  };

  test.each(forms.filter(([template]) => template.includes('{application}')))(
    'the form of %s to %s changes nothing of another person',
    async (template, name) => {
      await rest('ann');
      await rest('bob');
      const path = fillIn(template, scene.ids);
      await scene.failDelivery();
      const fields = await formOf(scene.owner, path, name);
      const before = await scene.stored();
      expect((await other.post(path, fields)).status).toBe(404);
      expect(await scene.stored()).toBe(before);
    },
  );

  test('a form changes nothing unless its person sends it from its page, and once however often it is sent', async () => {
    await rest('ann');
    const path = fillIn('/account/applications/{application}/keys', scene.ids);
    const whole = await formOf(scene.owner, path, 'create');
    const having = (field: string, value: string) => {
      const fields = new URLSearchParams(whole);
      fields.set(field, value);
      return fields;
    };
    const [own, odd] = [{ 'sec-fetch-site': 'same-origin' }, 'https://evil.example'];
    const before = await scene.stored();
    const without = having('number', '');
    without.delete('number');
    for (const [fields, headers, status] of [
      [whole, { 'sec-fetch-site': 'cross-site' }, 400],
      [whole, { 'sec-fetch-site': 'same-site', origin: scene.origin }, 400],
      [whole, { ...own, origin: odd }, 400],
      [whole, { origin: odd }, 400],
      [whole, {}, 400],
      [having('number', 'x'.repeat(50_000)), own, 409],
      [without, own, 409],
      [having('form', 'constructor'), own, 400],
    ] as const) {
      const answer = await scene.owner.post(path, fields, headers);
      expect([headers, answer.status]).toEqual([headers, status]);
    }
    const nobody = await new Person(scene.origin).post(path, whole, own);
    expect([nobody.status, nobody.html]).toEqual([401, expect.stringContaining(`name="to" value="${path}"`)]);
    const asked = await scene.owner.open(`${path}?${whole}`);
    expect([asked.status, await scene.stored()]).toEqual([400, before]);
    const fresh = await formOf(scene.owner, path, 'create');
    // Of older browsers Origin alone tells where a form is from.
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => scene.owner.post(path, fresh, { origin: scene.origin })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(answers.filter(({ html }) => html.includes('Already submitted'))).toHaveLength(4);
    expect(answers.filter(({ html }) => /cac_[^_<]+_[^…<]{9}/.test(html))).toHaveLength(1);
  });

  test('a key is shown once, works, is counted and revoked', async () => {
    await rest('ann');
    const path = fillIn('/account/applications/{application}/keys', scene.ids);
    const made = await scene.owner.send(path, 'create', {
      name: 'Shown <once>',
      scope: ['anime.read'],
      expires: '30',
    });
    const [key = ''] = /cac_[\w-]+_[\w-]{20,}/.exec(made.html) ?? [];
    expect(made.html).toContain(
      `curl -H &#39;Authorization: Bearer ${key}&#39; &#39;${scene.origin}/v1/anime?limit=1&#39;`.replaceAll(
        '&#39;',
        "'",
      ),
    );
    const call = () => fetch(`${scene.origin}/v1/anime?limit=1`, { headers: { authorization: `Bearer ${key}` } });
    expect((await call()).status).toBe(200);
    const id = key.split('_')[1] ?? '';
    const stored = await scene.service.ports.database.client.apiKey.findUniqueOrThrow({ where: { id } });
    expect(stored).toMatchObject({ name: 'Shown <once>', scopes: ['anime.read'] });
    expect(((stored.expiresAt?.getTime() ?? 0) - Date.now()) / 86_400_000).toBeCloseTo(30, 1);
    const own = `${path}/${id}`;
    expect((await scene.owner.open(own)).html).toContain('Key Shown &lt;once>');
    // A first click only shows the button.
    expect((await scene.owner.open(own)).html).toContain(
      '<details><summary class="button danger">Revoke the key…</summary><form ',
    );
    const revoked = await scene.owner.send(own, 'revoke');
    expect(revoked.html).toContain('✕ revoked');
    expect(revoked.html).toContain('<p role="status">Key revoked.</p>');
    expect((await call()).status).toBe(401);
    const usage = [{ keyId: id, day: new Date(new Date().toISOString().slice(0, 10)), calls: 7, refusals: 2 }];
    await scene.service.ports.database.client.apiKeyDay.deleteMany({ where: { keyId: id } });
    await scene.service.ports.database.client.apiKeyDay.createMany({ data: usage });
    const { html } = await scene.owner.open(own);
    expect(html).toMatch(/<td role="cell" data-label="Calls">7<\/td><td role="cell" data-label="Refused">2<\/td>/);
  });

  test('what is wrong is said at its form, and what was typed stays', async () => {
    await rest('ann');
    const { application } = scene.ids;
    const base = `/account/applications/${application}`;
    const wrong: readonly (readonly [string, string, Record<string, string | string[]>, RegExp])[] = [
      ['/account', 'create', { name: '' }, /name: /],
      [`${base}/keys`, 'create', { name: 'n', scope: [] }, /scopes: /],
      [`${base}/keys`, 'create', { name: 'n', expires: 'tomorrow' }, /expires: /],
      [`${base}/settings`, 'rename', { name: '\0' }, /name: /],
      [`${base}/settings`, 'delete', { name: 'mirror' }, /the typed name is another one/],
    ];
    for (const [path, form, typed, reason] of wrong) {
      const answer = await scene.owner.send(path, form, typed);
      expect([path, form, answer.status]).toEqual([path, form, 400]);
      const [, fault = ''] = /<p class="fault" role="alert"[^>]*tabindex="-1"[^>]*>(.*?)<\/p>/i.exec(answer.html) ?? [];
      expect(fault).toMatch(reason);
    }
  });

  test('an application is renamed, and deleted by typing its name', async () => {
    const eve = await scene.person('eve');
    const made = await eve.send('/account', 'create', { name: '<b>"Odd"</b> 😀' });
    const base = new URL(made.url).pathname.replace('/keys', '');
    expect(made.html).toContain('&lt;b>&quot;Odd&quot;&lt;/b> 😀</h1>');
    const renamed = await eve.send(`${base}/settings`, 'rename', { name: 'Even' });
    expect(renamed.html).toContain('Settings of Even');
    const gone = await eve.send(`${base}/settings`, 'delete', { name: 'Even' });
    expect([new URL(gone.url).pathname, gone.html]).toEqual([
      '/account',
      expect.stringContaining('No applications yet'),
    ]);
    expect((await eve.open(`${base}/settings`)).status).toBe(404);
  });

  test('a webhook is created with its secret once, changed as it was seen, disabled, enabled, rotated and deleted', async () => {
    const mia = await scene.person('mia');
    const made = await mia.send('/account', 'create', { name: 'App' });
    const base = new URL(made.url).pathname.replace('/keys', '/webhooks');
    const shown = await mia.send(base, 'create', { name: 'Hook', url: scene.ids.url ?? '', event: ['anime.created'] });
    const [secret = ''] = /whsec_[\w-]+/.exec(shown.html) ?? [];
    expect(secret).not.toBe('');
    expect((await mia.open(base)).html).not.toContain(secret);
    const [, own = ''] = new RegExp(`href="(${base}/[^"]+)"`).exec(shown.html) ?? [];
    const seen = formsOf((await mia.open(own)).html).find(({ name }) => name === 'update')?.fields;
    const change = async (typed: Record<string, string | string[]>) => await mia.send(own, 'update', typed);
    expect((await change({ name: 'Renamed', event: ['anime.created', 'episode.released'] })).html).toContain(
      'Webhook Renamed',
    );
    // Sent from the page as it was before.
    seen?.set('name', 'Mine');
    const stale = await mia.post(own, seen ?? new URLSearchParams());
    expect([stale.status, stale.html]).toEqual([409, expect.stringContaining('value="Mine"')]);
    expect(stale.html).toContain('Webhook Renamed');
    for (const [typed, reason] of [
      [{ url: 'http://x.example/' }, /url: /],
      [{ event: [] }, /events: /],
      [{ anime: crypto.randomUUID() }, /animeIds.*there is no anime/],
      [{ revision: 'x' }, /revision: /],
    ] as const) {
      const answer = await change(typed as unknown as Record<string, string[]>);
      expect([typed, answer.status, answer.html]).toEqual([typed, 400, expect.stringMatching(reason)]);
    }
    expect((await mia.send(own, 'switch', { status: 'x' })).status).toBe(400);
    const disabled = await mia.send(own, 'switch');
    expect(disabled.html).toContain('Webhook disabled.');
    expect(disabled.html).toContain('✕ disabled');
    expect(disabled.html).not.toContain('>Disable…<');
    expect((await mia.send(own, 'ping')).status).toBe(409);
    expect((await mia.send(own, 'switch')).html).toContain('● enabled');
    const rotated = await mia.send(own, 'rotate');
    expect(rotated.html).toMatch(/whsec_/);
    expect(rotated.html).not.toContain(secret);
    expect((await mia.send(own, 'delete', { name: 'Hook' })).status).toBe(400);
    expect((await mia.send(own, 'delete', { name: 'Renamed' })).html).toContain('No webhooks yet');
    expect((await mia.open(own)).status).toBe(404);
  });

  test('deliveries are found by their state; one shows what was sent, what happened, and is retried', async () => {
    await rest('ann');
    const { delivery = '', url = '' } = scene.ids;
    const list = fillIn('/account/applications/{application}/webhooks/{webhook}/deliveries', scene.ids);
    const has = async (query: string) =>
      (await scene.owner.open(`${list}?${query}`)).html.includes(`/deliveries/${delivery}"`);
    expect(await has('status=failed')).toBe(true);
    expect(await has('status=delivered')).toBe(false);
    for (const wrong of ['status=x', 'after=x', 'foo=1', 'status=failed&status=failed', 'status=%00']) {
      expect([wrong, (await scene.owner.open(`${list}?${wrong}`)).status]).toEqual([wrong, 400]);
    }
    expect((await scene.owner.open(list)).html).toMatch(/data-label="Last attempt">▲ Nothing listens there/);
    const shown = await scene.owner.open(`${list}/${delivery}`);
    expect(shown.html).toContain('▲ failed');
    expect(shown.html).toContain('Nothing listens there');
    expect(shown.html).toContain(`curl --globoff '${url}'`);
    const again = await scene.owner.send(`${list}/${delivery}`, 'retry');
    expect(again.html).toContain('1 of 3');
    await scene.failDelivery();
    expect((await scene.owner.send(list, 'retry', { since: '1' })).html).toMatch(/\d pending; \d stay failed/);
  });

  test('from the account to the cause of attempts that fail is one link, before a delivery is given up, and to what was sent another', async () => {
    await rest('ann');
    const own = fillIn('/account/applications/{application}/webhooks/{webhook}', scene.ids);
    expect((await scene.owner.open('/account')).html).toContain(
      `<a href="${own}"><bdi>Mirror</bdi></a> ▲ failing, retrying`,
    );
    const { html } = await scene.owner.open(own);
    expect(html).toContain('<dd>▲ failing, retrying</dd>');
    expect(html).toMatch(/data-label="Last attempt">▲ Nothing listens there/);
    const [, delivery = ''] = /<a href="([^"]+)">anime.created</.exec(html) ?? [];
    expect((await scene.owner.open(delivery)).html).toContain('>Request<');
  });

  test('a form is a form: no JSON, no other charset, nothing larger than 64 kB', async () => {
    await rest('ann');
    const cookie = scene.owner.browser.cookieFor(`${scene.origin}/account`);
    const send = (type: string, body: string | Buffer) =>
      fetch(`${scene.origin}/account`, {
        method: 'POST',
        headers: { cookie, 'content-type': type, 'sec-fetch-site': 'same-origin', accept: 'text/html' },
        body: body as string,
      });
    expect((await send('application/json', '{}')).status).toBe(415);
    expect((await send('application/x-www-form-urlencoded; charset=latin1', 'a=b')).status).toBe(415);
    expect((await send('application/x-www-form-urlencoded', `a=${'x'.repeat(70_000)}`)).status).toBe(413);
    expect((await send('application/x-www-form-urlencoded', Buffer.from([0xff]))).status).toBe(400);
    expect((await send('application/x-www-form-urlencoded', '')).status).toBe(400);
  });
});
