import { expect, test } from '@jest/globals';
import { createTestDatabase } from '../../support/createTestDatabase.ts';
import { describeWith } from '../../support/describeWith.ts';
import { freePort } from '../../support/freePort.ts';
import { runCatalog } from '../../support/runCatalog.ts';
import { until } from '../../support/until.ts';
import { CookieClient, openCallback, openSignIn } from './openSignIn.ts';

const password = 'correct horse battery';
const token = 'the-internal-token-of-a-test';

describeWith(['postgres'], 'the logs of a service at which somebody signs in', () => {
  test('hold no password, code, token, cookie, key, and no id of a sign-in, at the most talkative level', async () => {
    const database = await createTestDatabase();
    const callback = await openCallback();
    const [port, internalPort] = [await freePort(), await freePort()];
    const origin = `http://127.0.0.1:${port}`;
    const secrets: string[] = [password, token];
    const environment = {
      DATABASE_URL: database.url,
      PORT: String(port),
      INTERNAL_PORT: String(internalPort),
      INTERNAL_TOKEN: token,
      CURSOR_SECRET: 'the-cursor-secret-of-a-test-service',
      SECRETS_KEY: 'the-secrets-key-of-a-test-service-00',
      HOST: '127.0.0.1',
      SAMPLE_DATA: 'off',
      SEARCH: 'off',
      LOG_LEVEL: 'trace',
    };
    const mutate = async (text: string): Promise<string> => {
      const answer = await fetch(`http://127.0.0.1:${internalPort}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ query: `mutation { ${text} }` }),
      });
      return await answer.text();
    };
    const memberOf = (json: string, name: string) => new RegExp(`"${name}":"([^"]+)"`).exec(json)?.[1] ?? '';
    const { stdout, stderr, status } = await runCatalog(['serve'], {
      environment,
      whileRunning: async (child) => {
        const ready = () =>
          fetch(`http://127.0.0.1:${internalPort}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          );
        await until(ready, 60_000);
        await mutate(`createUser(input: { name: "ann", password: "${password}" }) { user { name } }`);
        const made = await mutate(
          `createApplication(input: { name: "A", owner: "ann", redirectUris: ["${callback.uri}"] }) { application { id } }`,
        );
        const clientId = memberOf(made, 'id');
        const key = memberOf(
          await mutate(`createApiKey(input: { applicationId: "${clientId}", scopes: ["anime.read"] }) { key }`),
          'key',
        );
        const browser = new CookieClient();
        const begun = await openSignIn(origin, clientId, callback.uri, 'openid offline_access anime.read');
        const page = await browser.follow(begun.url);
        const refused = await browser.go(`${page.url}/sign-in`, { name: 'ann', password: 'a wrong password' });
        expect(refused.status).toBe(401);
        secrets.push('a wrong password', new URL(page.url).pathname.split('/').at(-1) ?? '', ...browser.cookies);
        const consent = await browser.follow(`${page.url}/sign-in`, { name: 'ann', password });
        secrets.push(new URL(consent.url).pathname.split('/').at(-1) ?? '', ...browser.cookies);
        const back = await browser.follow(`${consent.url}/consent`, {});
        secrets.push(new URL(back.url).searchParams.get('code') ?? '', ...browser.cookies);
        const tokens = await begun.finish(back.url);
        secrets.push(tokens.access_token, tokens.id_token ?? '', tokens.refresh_token ?? '', key);
        for (const credential of [tokens.access_token, key, `${key}x`, tokens.refresh_token ?? '', 'junk']) {
          await fetch(`${origin}/v1/anime`, { headers: { authorization: `Bearer ${credential}` } });
          await fetch(`${origin}/v1/anime?access_token=${credential}`);
          await fetch(`${origin}/v1/anime`, { headers: { cookie: `session=${credential}` } });
        }
        // By its shape; a refresh token has none.
        for (const credential of [tokens.access_token, key]) await fetch(`${origin}/v1/anime/${credential}`);
        child.kill('SIGTERM');
      },
    });
    await callback.close();
    await database.drop();
    expect(status).toBe(0);
    expect(stdout.split('\n').length).toBeGreaterThan(20);
    expect(secrets.length).toBeGreaterThan(10);
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(7);
      expect(stdout + stderr).not.toContain(secret);
    }
  }, 120_000);
});
