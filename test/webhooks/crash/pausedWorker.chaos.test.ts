import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { targetOf } from '../../../src/graph/webhook/receiverUrl.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { openTestCatalog, type TestCatalog } from '../../support/openTestCatalog.ts';
import { type CatalogService, startCatalog } from '../../support/startCatalog.ts';
import { createAuthority, type TestAuthority } from '../../support/tls/certificates.ts';
import { type Receiver, startReceiver } from '../../support/tls/startReceiver.ts';
import { until } from '../../support/until.ts';
import { attemptsOfAll, subscribe, TEST_SECRETS_KEY, testWebhookPorts } from '../../support/webhooks.ts';

const DELIVERIES = 3;
/** Leases of a worker that was not seen for 15 s are free; the rest is for a busy machine. */
const HELD_UP_MS = 31_000;

describeWith(['postgres', 'openssl'], 'a worker that is paused (SIGSTOP) beyond its lease', () => {
  let authority: TestAuthority;
  let receiver: Receiver;
  let catalog: TestCatalog;
  const workers: CatalogService[] = [];

  beforeAll(async () => {
    authority = await createAuthority();
    catalog = await openTestCatalog();
  });
  afterAll(async () => {
    for (const worker of workers) await worker.kill();
    await receiver?.close();
    await catalog?.close();
    await authority?.remove();
  });

  const rows = () => catalog.database.client.delivery.findMany({ orderBy: { id: 'asc' } });

  test('holds its webhooks up for 31 s at most and finalises nothing: what it comes back with is counted as lost', async () => {
    const held: ServerResponse[] = [];
    receiver = await startReceiver(await authority.issue(['localhost']), (_request, response) => held.push(response));
    const target = targetOf('localhost', receiver.port);
    await subscribe(catalog, testWebhookPorts([target]), [`https://${target}/hook`]);
    const start = async () => {
      const worker = await startCatalog({
        ...{ DATABASE_URL: catalog.url, SECRETS_KEY: TEST_SECRETS_KEY, ROLES: 'webhooks', SEARCH: 'off' },
        ...{ NODE_EXTRA_CA_CERTS: authority.file, WEBHOOK_ALLOW_TARGETS: target },
      });
      workers.push(worker);
      return worker;
    };
    const lost = async ({ internalUrl }: CatalogService) => {
      const metrics = await (await fetch(`${internalUrl}/metrics`)).text();
      return Number(/^anime_catalog_webhook_claims_lost_total (\d+)$/m.exec(metrics)?.[1]);
    };

    const paused = await start();
    await catalog.import(newAnime(1, DELIVERIES));
    await until(() => held.length === DELIVERIES, 60_000);
    process.kill(paused.pid, 'SIGSTOP');
    const began = performance.now();
    const other = await start();
    receiver.answer((_request, response) => response.writeHead(204).end());
    const delivered = async () => (await rows()).filter(({ status }) => status === 'delivered').length;
    await until(async () => (await delivered()) === DELIVERIES, 45_000);
    expect(performance.now() - began).toBeLessThan(HELD_UP_MS);
    const before = await rows();

    for (const response of held) response.writeHead(500).end('too late');
    process.kill(paused.pid, 'SIGCONT');
    await until(async () => (await lost(paused)) === DELIVERIES, 20_000);
    expect(await lost(other)).toBe(0);
    await until(() => paused.output().includes('webhook attempts ended after another worker had taken them over'));
    expect(await rows()).toEqual(before);
    expect(await attemptsOfAll(catalog.database)).toMatchObject(
      Array(DELIVERIES).fill({ cycle: 0, number: 1, status: 204, error: null }),
    );
    expect(receiver.received).toHaveLength(2 * DELIVERIES);
  }, 240_000);
});
