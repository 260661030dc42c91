import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { targetOf } from '../../src/graph/webhook/receiverUrl.ts';
import { PASSWORD, Person } from '../rest/account/person.ts';
import { importRecords, subscribeAt } from '../support/askGraph.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { newAnime } from '../support/newAnime.ts';
import { runCatalog } from '../support/runCatalog.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';
import { createAuthority, type TestAuthority } from '../support/tls/certificates.ts';
import { type Receiver, startReceiver } from '../support/tls/startReceiver.ts';
import { until } from '../support/until.ts';

const EVENTS = 20;

/** Sets the clock of a whole process, as it reads it. */
function clockAheadBy(seconds: number): string {
  const script = `{const D=Date,now=()=>D.now()+${seconds * 1000};globalThis.Date=class extends(D){constructor(...a){a.length===0?super(now()):super(...a)}static/**/now(){return(now())}}}`;
  return `--import=data:text/javascript,${encodeURIComponent(script)}`;
}

describeWith(['postgres', 'openssl'], 'a replica whose clock is wrong', () => {
  let authority: TestAuthority;
  let receiver: Receiver;
  let database: TestDatabase;
  let right: CatalogService;

  beforeAll(async () => {
    authority = await createAuthority();
    receiver = await startReceiver(await authority.issue(['localhost']), (_request, response) =>
      response.writeHead(204).end(),
    );
    database = await createTestDatabase();
    right = await startCatalog({ ...variables(), ROLES: 'rest,graph' });
    const [webhook] = await subscribeAt(right, [`https://${targetOf('localhost', receiver.port)}/`]);
    expect(webhook).toBeDefined();
    expect((await run('users', 'create', 'ann')).status).toBe(0);
  }, 120_000);
  afterAll(async () => {
    await right?.stop();
    await receiver?.close();
    await authority?.remove();
    await database?.drop();
  }, 60_000);

  const variables = () => ({
    DATABASE_URL: database.url,
    SEARCH: 'off',
    NODE_EXTRA_CA_CERTS: authority.file,
    WEBHOOK_ALLOW_TARGETS: targetOf('localhost', receiver.port),
  });
  const run = (...parameters: string[]) =>
    runCatalog(parameters, { environment: right.environment, input: `${PASSWORD}\n` });
  const readAt = async ({ publicUrl }: CatalogService, token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${publicUrl}/v1/anime?limit=1`, { headers })).status;
  };

  test.each([
    [2 * 3600, 'ahead of'],
    [-2 * 3600, 'behind'],
  ])(
    'signs by the time of the database, %p s away, and takes valid tokens',
    async (seconds, direction) => {
      const wrong = await startCatalog({
        ...variables(),
        ROLES: 'rest,graph,webhooks',
        NODE_OPTIONS: clockAheadBy(seconds),
      });
      try {
        const before = receiver.received.length;
        await importRecords(right, newAnime(1 + before, EVENTS));
        await until(() => receiver.received.length >= before + EVENTS, 30_000);
        const offsets = receiver.received
          .slice(before)
          .map(({ headers }) => Math.abs(Number(headers['service-timestamp']) - Date.now() / 1000));
        expect(Math.max(...offsets)).toBeLessThan(60);

        const issued = await run('tokens', 'issue', '--user', 'ann', '--scope', 'anime.read', '--json');
        const { token } = JSON.parse(issued.stdout) as { token: string };
        expect(await readAt(wrong, token)).toBe(200);

        const probe = await fetch(`${wrong.internalUrl}/readyz`);
        expect([probe.status, await probe.json()]).toMatchObject([
          200,
          { parts: { clock: { status: 'failed', detail: expect.stringContaining(`s ${direction} the database's`) } } },
        ]);
        const metrics = await (await fetch(`${wrong.internalUrl}/metrics`)).text();
        const offset = Number(/^anime_catalog_database_clock_offset_seconds (\S+)/m.exec(metrics)?.[1]);
        expect(Math.abs(offset - seconds)).toBeLessThan(5);
        expect(wrong.output()).toMatch(/"aheadSeconds":-?7\d{3}/);
      } finally {
        await wrong.stop();
      }
    },
    120_000,
  );

  test.each([2 * 3600, -2 * 3600])(
    'issues tokens and begins sessions by the time of the database, %p s away, which end with the password',
    async (seconds) => {
      const wrong = await startCatalog({ ...variables(), ROLES: 'rest,graph', NODE_OPTIONS: clockAheadBy(seconds) });
      try {
        const parameters = ['tokens', 'issue', '--user', 'ann', '--scope', 'anime.read', '--json'];
        const issued = await runCatalog(parameters, { environment: wrong.environment });
        const { token } = JSON.parse(issued.stdout) as { token: string };
        const ann = new Person(wrong.publicUrl);
        expect(await ann.signIn('ann')).toMatchObject({ status: 200, url: `${wrong.publicUrl}/account` });
        expect([await readAt(wrong, token), await readAt(right, token)]).toEqual([200, 200]);

        expect((await run('users', 'password', 'ann')).status).toBe(0);
        await until(async () => (await readAt(wrong, token)) === 401, 15_000);
        await until(async () => (await readAt(right, token)) === 401, 15_000);
        expect((await ann.open('/account')).status).toBe(401);

        const { browser } = new Person(wrong.publicUrl);
        const begun = await browser.follow(`${wrong.publicUrl}/account/sign-in`);
        expect((await browser.go(begun.url.replace(wrong.publicUrl, right.publicUrl))).status).toBe(200);
      } finally {
        await wrong.stop();
      }
    },
    120_000,
  );

  test('the others agree', async () => {
    const probe = (await (await fetch(`${right.internalUrl}/readyz`)).json()) as object;
    expect(probe).toMatchObject({ parts: { clock: { status: 'ok' } } });
  });
});
