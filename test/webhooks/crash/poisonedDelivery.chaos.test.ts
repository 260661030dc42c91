import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { targetOf } from '../../../src/graph/webhook/receiverUrl.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { openTestCatalog, type TestCatalog } from '../../support/openTestCatalog.ts';
import { type CatalogService, startCatalog } from '../../support/startCatalog.ts';
import { createAuthority, type TestAuthority } from '../../support/tls/certificates.ts';
import { type Receiver, startReceiver } from '../../support/tls/startReceiver.ts';
import { attemptsOfAll, subscribe, TEST_SECRETS_KEY, testWebhookPorts } from '../../support/webhooks.ts';

const WEBHOOKS = 4;
const EVENTS = 4;
/** The third of the events, for the third of the webhooks. */
const POISON = { path: '/2', title: '"Title 2"' };
/** The others are under way whenever it ends the process. */
const ANSWER_MS = 300;
/** One with everything in flight, one beside the first of each webhook, and three alone. */
const DEATHS = 5;

describeWith(['postgres', 'openssl'], 'a delivery whose sending ends the process', () => {
  let authority: TestAuthority;
  let receiver: Receiver;
  let catalog: TestCatalog;
  let worker: CatalogService | null = null;

  beforeAll(async () => {
    authority = await createAuthority();
    catalog = await openTestCatalog();
  });
  afterAll(async () => {
    await worker?.kill();
    await receiver?.close();
    await catalog?.close();
    await authority?.remove();
  });

  test('is put aside, and no other', async () => {
    receiver = await startReceiver(await authority.issue(['localhost']), ({ path, body }, response) => {
      if (path === POISON.path && body.includes(POISON.title)) process.kill(worker?.pid ?? 0, 'SIGKILL');
      else setTimeout(() => response.writeHead(204).end(), ANSWER_MS);
    });
    const target = targetOf('localhost', receiver.port);
    const urls = Array.from({ length: WEBHOOKS }, (_, index) => `https://${target}/${index}`);
    const webhooks = await subscribe(catalog, testWebhookPorts([target]), urls);
    await catalog.import(newAnime(0, EVENTS));
    const rows = () =>
      catalog.database.client.delivery.findMany({
        where: { status: { in: ['delivered', 'failed'] } },
        select: { webhookId: true, eventPosition: true, status: true },
      });
    let deaths = 0;
    while ((await rows()).length < WEBHOOKS * EVENTS) {
      if (worker?.ended() === true) deaths += 1;
      if (worker === null || worker.ended()) {
        worker = await startCatalog({
          ...{ DATABASE_URL: catalog.url, SECRETS_KEY: TEST_SECRETS_KEY, ROLES: 'webhooks', SEARCH: 'off' },
          ...{ NODE_EXTRA_CA_CERTS: authority.file, WEBHOOK_ALLOW_TARGETS: target },
        });
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const failed = (await rows()).filter(({ status }) => status === 'failed');
    expect(failed).toEqual([{ webhookId: webhooks[2]?.id, eventPosition: 3n, status: 'failed' }]);
    const interrupted = (await attemptsOfAll(catalog.database)).filter(({ error }) => error !== null);
    expect(interrupted).toMatchObject([{ number: 1, error: 'interrupted', status: null }]);
    expect(deaths).toBe(DEATHS);
  }, 180_000);
});
