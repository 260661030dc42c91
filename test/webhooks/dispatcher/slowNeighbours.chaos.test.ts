import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { targetOf } from '../../../src/graph/webhook/receiverUrl.ts';
import { describeWith } from '../../support/describeWith.ts';
import { openTestCatalog, type TestCatalog } from '../../support/openTestCatalog.ts';
import { type Certificate, createAuthority, type TestAuthority } from '../../support/tls/certificates.ts';
import { type Receiver, type Reply, startReceiver } from '../../support/tls/startReceiver.ts';
import { until } from '../../support/until.ts';
import { startTestDispatcher, subscribe, type TestDispatcher, testWebhookPorts } from '../../support/webhooks.ts';

/** On a machine that runs other things; bench:webhooks measures what it is on a quiet one. */
const P95_MS = 250;
const EVENTS = 60;

const hang: Reply = () => {};
const drip: Reply = (_request, response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), 100);
  response.on('close', () => clearInterval(timer));
};

describeWith(['postgres', 'openssl'], 'an endpoint that answers', () => {
  let authority: TestAuthority;
  let certificate: Certificate;
  let catalog: TestCatalog;
  let healthy: Receiver;
  let slow: Receiver;
  let running: TestDispatcher | null = null;

  beforeAll(async () => {
    authority = await createAuthority();
    certificate = await authority.issue(['localhost']);
  });
  beforeEach(async () => {
    catalog = await openTestCatalog();
    [healthy, slow] = await Promise.all([startReceiver(certificate), startReceiver(certificate, hang)]);
  });
  afterEach(async () => {
    // What hangs would be waited for.
    await slow.close();
    await running?.close();
    await healthy.close();
    await catalog.close();
  });
  afterAll(() => authority.remove());

  const targets = () => [healthy, slow].map(({ port }) => targetOf('localhost', port));
  const start = () => {
    running = startTestDispatcher(catalog, { exempt: new Set(targets()), ca: authority.cert });
    return running;
  };
  const urls = ({ port }: Receiver, count: number) =>
    Array.from({ length: count }, (_, index) => `https://localhost:${port}/${index}`);
  let published = 0;
  const publish = async (count: number) => {
    const records = Array.from({ length: count }, () => {
      published += 1;
      const titles = [{ title: `Title ${published}`, language: 'ja-Latn', kind: 'official' }];
      return { type: 'anime', source: 'mal', sourceId: String(published), titles };
    });
    await catalog.import(records);
  };
  /** From the commit of one event after the other to its receipt, in milliseconds; the 95th in a hundred. */
  const p95 = async () => {
    const took: number[] = [];
    const off = catalog.publications.onCommitted(() => void committed.push(Date.now()));
    const committed: number[] = [];
    for (let event = 0; event < EVENTS; event += 1) {
      const before = healthy.received.length;
      await publish(1);
      await until(() => healthy.received.length > before);
      took.push((healthy.received.at(-1)?.at ?? Number.POSITIVE_INFINITY) - (committed.at(-1) ?? 0));
      await sleep(10);
    }
    off();
    return took.sort((a, b) => a - b)[Math.floor(EVENTS * 0.95)];
  };

  test.each([
    ['hangs with 1,000 queued', 1, 1_000, hang],
    ['drips with 1,000 queued', 1, 1_000, drip],
    ['hangs, and 99 others do', 100, 20, hang],
    ['drips, and 99 others do', 100, 20, drip],
  ])(
    'is not delayed by one that %s',
    async (_name, neighbours, events, reply) => {
      slow.answer(reply);
      const ports = testWebhookPorts(targets());
      await subscribe(catalog, ports, [...urls(healthy, 1), ...urls(slow, neighbours)]);
      start();
      for (let left = events; left > 0; left -= 500) await publish(Math.min(left, 500));
      await until(() => healthy.received.length === events, 20_000);
      expect(await p95()).toBeLessThan(P95_MS);
      expect(slow.received.length).toBeLessThan(300);
    },
    90_000,
  );

  test('waits for no other when the process begins anew among a hundred that hang', async () => {
    const ports = testWebhookPorts(targets());
    // The last in every order.
    await subscribe(catalog, ports, [...urls(slow, 100), ...urls(healthy, 1)]);
    await publish(3);
    await catalog.database.client
      .$executeRaw`UPDATE webhook_queue SET is_slow = true FROM subscription s WHERE s.id = webhook_id AND url LIKE ${`%${slow.port}%`}`;
    const began = Date.now();
    start();
    await until(() => healthy.received.length === 3, 10_000);
    expect(Date.now() - began).toBeLessThan(5_000);
  });

  test('waits a few seconds, not their deadlines, when 200 that answered begin to hang together', async () => {
    slow.answer((_request, response) => response.writeHead(200).end());
    await subscribe(catalog, testWebhookPorts(targets()), [...urls(slow, 200), ...urls(healthy, 1)]);
    start();
    await publish(2);
    await until(() => slow.received.length === 400 && healthy.received.length === 2, 20_000);
    slow.answer(hang);
    await publish(2);
    const began = Date.now();
    await until(() => healthy.received.length === 4, 14_000);
    // A second for each 64 of them; without that it was the deadline's 15.
    expect(Date.now() - began).toBeLessThan(9_000);
  }, 60_000);

  test('a receiver that was silent is known by its webhook, and asked again as usual once it answers', async () => {
    const [{ id = '' } = {}] = await subscribe(catalog, testWebhookPorts(targets()), urls(slow, 1));
    running = startTestDispatcher(catalog, { exempt: new Set(targets()), ca: authority.cert, deadlineMs: 1_200 });
    const isSlow = async () =>
      (await catalog.database.client.webhookQueue.findUnique({ where: { webhookId: id } }))?.isSlow;
    await publish(1);
    await until(async () => (await isSlow()) === true, 10_000);
    slow.answer((_request, response) => response.writeHead(200).end());
    await publish(1);
    await until(async () => (await isSlow()) === false, 10_000);
  });
});
