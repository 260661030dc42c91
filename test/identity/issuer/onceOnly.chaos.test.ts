import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../support/createTestDatabase.ts';
import { describeWith } from '../../support/describeWith.ts';
import { type CatalogService, startCatalog } from '../../support/startCatalog.ts';
import { CookieClient, openCallback, openSignIn } from './openSignIn.ts';

/** The long form: ISSUER_ROUNDS=200. */
const rounds = Number(process.env.ISSUER_ROUNDS ?? 3);
const AT_ONCE = 64;
const password = 'correct horse battery';
const SCOPE = 'openid offline_access anime.read';

function racing(processes: number, openDatabase: () => Promise<TestDatabase | null>): void {
  const services: CatalogService[] = [];
  let database: TestDatabase | null = null;
  let callback: Awaited<ReturnType<typeof openCallback>>;
  let clientId = '';
  const browser = new CookieClient();
  const origin = () => services[0]?.publicUrl ?? '';

  const mutate = async (text: string): Promise<Record<string, Record<string, { id: string }>>> => {
    const answer = await fetch(`${services[0]?.internalUrl}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${services[0]?.environment.INTERNAL_TOKEN}`,
      },
      body: JSON.stringify({ query: `mutation { ${text} }` }),
    });
    return ((await answer.json()) as { data: Record<string, Record<string, { id: string }>> }).data;
  };

  beforeAll(async () => {
    database = await openDatabase();
    const variables = database === null ? {} : { DATABASE_URL: database.url };
    for (let process = 0; process < processes; process += 1) services.push(await startCatalog(variables));
    callback = await openCallback();
    await mutate(`createUser(input: { name: "ann", password: "${password}" }) { user { name } }`);
    const redirects = `redirectUris: ["${callback.uri}"]`;
    const made = await mutate(
      `createApplication(input: { name: "Racer", owner: "ann", ${redirects} }) { application { id } }`,
    );
    clientId = made.createApplication?.application?.id ?? '';
  }, 120_000);
  afterAll(async () => {
    for (const service of services) await service.stop();
    await callback?.close();
    await database?.drop();
  });

  /** Signs in, agrees, and comes back with a code that nobody has redeemed. */
  async function newCode(): Promise<URLSearchParams> {
    const begun = await openSignIn(origin(), clientId, callback.uri, SCOPE);
    let { url, response } = await browser.follow(begun.url);
    if ((await response.text()).includes('Password')) {
      ({ url, response } = await browser.follow(`${url}/sign-in`, { name: 'ann', password }));
    }
    ({ url } = await browser.follow(`${url}/consent`, {}));
    return begun.redemption(url);
  }

  const redeem = async (form: URLSearchParams, service = 0) => {
    const answer = await fetch(`${services[service]?.publicUrl}/oidc/token`, { method: 'POST', body: form });
    return { status: answer.status, body: (await answer.json()) as Record<string, string> };
  };
  const refreshing = (token = '') =>
    new URLSearchParams({ grant_type: 'refresh_token', client_id: clientId, refresh_token: token });

  /** Sends a form many times at once, to all processes in turn. @returns the one answer that was good */
  async function race(form: URLSearchParams): Promise<Record<string, string>> {
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => redeem(form, index % services.length)),
    );
    const told = answers.map(({ status, body }) => `${status} ${body.error ?? 'done'}`);
    expect(told.toSorted()).toEqual(['200 done', ...Array(AT_ONCE - 1).fill('400 invalid_grant')]);
    return answers.find(({ status }) => status === 200)?.body ?? {};
  }

  test(
    `a code is redeemed once of ${AT_ONCE} times, ${rounds} times over, and its grant ends`,
    async () => {
      for (let round = 0; round < rounds; round += 1) {
        const won = await race(await newCode());
        expect(await redeem(refreshing(won.refresh_token))).toMatchObject({
          status: 400,
          body: { error: 'invalid_grant' },
        });
      }
    },
    30_000 + rounds * 10_000,
  );

  test(
    `a refresh token is used once of ${AT_ONCE} times, ${rounds} times over, and its grant ends`,
    async () => {
      for (let round = 0; round < rounds; round += 1) {
        const { body } = await redeem(await newCode());
        const won = await race(refreshing(body.refresh_token));
        expect(await redeem(refreshing(won.refresh_token))).toMatchObject({
          status: 400,
          body: { error: 'invalid_grant' },
        });
      }
    },
    30_000 + rounds * 10_000,
  );
}

describe('codes and refresh tokens at once, on the embedded database', () => {
  racing(1, async () => null);
});

describeWith(['postgres'], 'codes and refresh tokens at once, on PostgreSQL', () => {
  describe('with one process', () => racing(1, () => createTestDatabase()));
  describe('with two processes', () => racing(2, () => createTestDatabase()));
});
