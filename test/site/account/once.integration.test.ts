import { expect, test } from '@jest/globals';
import { subjectDigest } from '../../../src/rest/admission/callerFacts.ts';
import { accountTable } from '../../../src/site/account/accountPages.ts';
import { createTestDatabase } from '../../support/createTestDatabase.ts';
import { describeWith } from '../../support/describeWith.ts';
import { freePort } from '../../support/freePort.ts';
import { PASSWORD } from '../../support/password.ts';
import { runCatalog } from '../../support/runCatalog.ts';
import { until } from '../../support/until.ts';
import { fillIn } from './openAccountScene.ts';
import { formsOf, Person } from './person.ts';

const TOKEN = 'the-internal-token-of-a-test';

describeWith(['postgres'], 'a secret that was shown', () => {
  test('is in no further answer, on reload, back, in a second tab or to a tool, and in no line of the log', async () => {
    const database = await createTestDatabase();
    const [port, internalPort] = [await freePort(), await freePort()];
    const [origin, internal] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${internalPort}`];
    const environment = {
      ...{ DATABASE_URL: database.url, HOST: '127.0.0.1', PORT: String(port), INTERNAL_PORT: String(internalPort) },
      ...{ INTERNAL_TOKEN: TOKEN, CURSOR_SECRET: 'the-cursor-secret-of-a-test-service', SAMPLE_DATA: 'off' },
      ...{ SECRETS_KEY: 'the-secrets-key-of-a-test-service-00', SEARCH: 'off', LOG_LEVEL: 'trace' },
      ...{ QUOTA_ANONYMOUS: '10000', QUOTA_CREDENTIALED: '20000' },
    };
    const ask = async (query: string) => {
      const answer = await fetch(`${internal}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
        body: JSON.stringify({ query }),
      });
      return await answer.text();
    };
    const secrets = new Map<string, string>();
    /** Where one that was shown may show up again: `answer` to what asked for it, sent once more. */
    const furtherAnswers: (readonly [where: string, text: string])[] = [];
    const { stdout, stderr, status } = await runCatalog(['serve'], {
      environment,
      whileRunning: async (child) => {
        await until(
          () =>
            fetch(`${internal}/readyz`).then(
              ({ ok }) => ok,
              () => false,
            ),
          60_000,
        );
        await ask(`mutation { createUser(input: { name: "ann", password: "${PASSWORD}" }) { user { name } } }`);
        const [ann, tab] = [new Person(origin), new Person(origin)];
        await ann.signIn('ann');
        await tab.signIn('ann');
        const made = await ann.send('/account', 'create', { name: 'Mirror' });
        const ids: Record<string, string> = { application: made.url.split('/').at(-2) ?? '' };
        const application = `/account/applications/${ids.application}`;
        /** Sends a form twice, and opens its page again. */
        const show = async (what: string, path: string, name: string, typed: Readonly<Record<string, string>>) => {
          const fields = formsOf((await ann.open(path)).html).find((form) => form.name === name)?.fields;
          for (const [field, value] of Object.entries(typed)) fields?.set(field, value);
          const shown = await ann.post(path, fields ?? new URLSearchParams());
          const [secret = ''] = /cac_[\w-]+_[\w-]{20,}|whsec_[\w-]{20,}/.exec(shown.html) ?? [];
          expect([what, shown.status, secret.length > 20]).toEqual([what, 200, true]);
          secrets.set(what, secret);
          furtherAnswers.push([`${what}, reloaded`, (await ann.post(path, fields ?? new URLSearchParams())).html]);
          furtherAnswers.push([`${what}, back`, (await ann.open(path)).html]);
          return secret;
        };
        const key = await show('a key', `${application}/keys`, 'create', { name: 'First' });
        ids.key = key.split('_')[1] ?? '';
        await show('its successor', `${application}/keys/${ids.key}`, 'replace', { expires: 'never' });
        const url = 'https://receiver.example.com/hook';
        await show('the secret of a webhook', `${application}/webhooks`, 'create', { name: 'Hook', url });
        const [, webhook = ''] =
          new RegExp(`${application}/webhooks/([\\da-f-]{36})`).exec(
            (await ann.open(`${application}/webhooks`)).html,
          ) ?? [];
        ids.webhook = webhook;
        await show('a further secret', `${application}/webhooks/${webhook}`, 'rotate', {});
        await fetch(`${origin}/v1/anime`, { headers: { authorization: `Bearer ${key}` } });
        await fetch(`${origin}/v1/anime?key=${key}`, { headers: { referer: `${origin}/${key}`, cookie: `a=${key}` } });
        const invited = await ask('mutation { inviteUser(input: { name: "eve" }) { path } }');
        const [invitation = '', secret = ''] = /\/account\/invitation\?invitation=([\w-]{43})/.exec(invited) ?? [];
        secrets.set('an invitation', secret);
        // Opening the page of the link spends nothing; its form has the secret, which is in the address.
        const { html } = await new Person(origin).open(invitation);
        const [form] = formsOf(html);
        for (const field of ['password', 'again']) form?.fields.set(field, PASSWORD);
        for (const answer of [303, 409]) {
          const sent = await new Person(origin).post('/account/invitation', form?.fields ?? new URLSearchParams());
          expect(sent.status).toBe(answer);
          furtherAnswers.push(['the invitation, sent', sent.html + sent.headers.get('location')]);
        }
        furtherAnswers.push(['the invitation, back', (await new Person(origin).open(invitation)).html]);
        const opened = await ask('mutation { openDesk(input: { reviewer: "rei" }) { path } }');
        const [link = '', entry = ''] = /\/review\/enter\?invitation=([\w-]{43})/.exec(opened) ?? [];
        secrets.set('a link to the desk', entry);
        const desk = new Person(internal);
        await desk.open(link);
        const entered = await desk.post('/review/enter', new URLSearchParams({ invitation: entry }));
        const cookie = entered.headers.getSetCookie()[0]?.split(';')[0] ?? '';
        expect([entered.status, cookie.length > 40]).toEqual([303, true]);
        secrets.set('a cookie of the desk', cookie.split('=')[1] ?? '');
        for (const path of ['/', '/review', '/review/history']) {
          const answer = await fetch(internal + path, { headers: { cookie } });
          furtherAnswers.push([path, await answer.text()]);
        }
        for (const { path } of accountTable) {
          for (const [who, person] of [
            ['the tab', ann],
            ['a second tab', tab],
          ] as const) {
            furtherAnswers.push([`${path} in ${who}`, (await person.open(fillIn(path, ids))).html]);
          }
        }
        for (const query of [
          'auditEvents(first: 100) { nodes { kind actor object } }',
          'users(first: 100) { nodes { name } }',
          `webhooks(applicationId: "${ids.application}", first: 10) { nodes { id name url } }`,
        ]) {
          furtherAnswers.push([query, await ask(`{ ${query} }`)]);
        }
        child.kill('SIGTERM');
      },
    });
    await database.drop();
    // The maker of a link to the desk chose its name, which is no person's.
    expect(stdout).toContain(`"sub":"${subjectDigest('ann')}"`);
    expect(stdout).not.toContain(subjectDigest('rei'));
    expect([status, secrets.size]).toEqual([0, 7]);
    expect(stdout.split('\n').length).toBeGreaterThan(50);
    for (const [what, secret] of secrets) {
      expect([what, secret.length > 20]).toEqual([what, true]);
      const places = furtherAnswers.filter(([, text]) => text.includes(secret)).map(([where]) => where);
      expect([what, places]).toEqual([what, []]);
      expect([what, (stdout + stderr).split('\n').filter((line) => line.includes(secret))]).toEqual([what, []]);
    }
  }, 240_000);
});
