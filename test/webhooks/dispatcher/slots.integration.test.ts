import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from '@jest/globals';
import { Backoff } from '../../../src/webhooks/dispatcher/backoff.ts';
import { ClaimLoop } from '../../../src/webhooks/dispatcher/claimLoop.ts';
import { DeliveryQueue } from '../../../src/webhooks/dispatcher/deliveryQueue.ts';
import { FairScheduler, PROMPT_MS, SLOTS_PER_WEBHOOK } from '../../../src/webhooks/dispatcher/fairScheduler.ts';
import { MAX_PENDING_RESULTS } from '../../../src/webhooks/dispatcher/resultWriter.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import type { TestCatalog } from '../../support/openTestCatalog.ts';
import type { Receiver } from '../../support/tls/startReceiver.ts';
import { until } from '../../support/until.ts';
import { subscribe, testWebhookPorts } from '../../support/webhooks.ts';
import { openScene } from './openScene.ts';

describeWith(['postgres', 'openssl'], 'the slots of a dispatcher', () => {
  const scene = openScene();
  const { subscribed } = scene;
  const dispatch = (receiver: Receiver, options: Parameters<typeof scene.dispatch>[1] = {}) =>
    scene.dispatch([receiver], options);
  let catalog: TestCatalog;
  beforeEach(() => {
    catalog = scene.catalog;
  });
  const hurry = () =>
    catalog.database.client.$executeRaw`UPDATE delivery SET next_attempt_at = now() WHERE status = 'pending'`;

  test('are looked at once a second by a worker without its lock, though attempts of it are overdue', async () => {
    let looks = 0;
    const queue = new DeliveryQueue(catalog.database);
    const scheduler = new FairScheduler(1);
    const loop = new ClaimLoop({
      ...{ queue, scheduler, concurrency: 1 },
      backoff: new Backoff(() => {}),
      worker: () => {
        looks += 1;
        return null;
      },
      free: () => 0,
      pendingResults: () => [],
      send: async () => {},
    });
    scheduler.began('an endpoint that hangs');
    const running = loop.run();
    await sleep(PROMPT_MS + 1_500);
    await loop.stop();
    await running;
    // Each round asks twice.
    expect(looks).toBeLessThan(12);
  });

  test('are free when an attempt has ended, though it cannot be written yet, until too many wait for that', async () => {
    const deliveries = 1_000;
    let [open, most] = [0, 0];
    const first: (() => void)[] = [];
    const receiver = await subscribed((_request, response) => {
      open += 1;
      most = Math.max(most, open);
      const answer = () =>
        void setTimeout(() => {
          open -= 1;
          response.writeHead(204).end();
        }, 2);
      // On a busy machine the fourth might else come when the first has been answered.
      if (first.length === SLOTS_PER_WEBHOOK) answer();
      else if (first.push(answer) === SLOTS_PER_WEBHOOK) for (const each of first) each();
    });
    await catalog.import(newAnime(0, deliveries));
    const release = await scene.lockLog();
    dispatch(receiver);
    await until(() => receiver.received.length >= MAX_PENDING_RESULTS, 20_000);
    await sleep(1_000);
    expect(most).toBe(SLOTS_PER_WEBHOOK);
    expect(receiver.received.length).toBeGreaterThanOrEqual(MAX_PENDING_RESULTS);
    expect(receiver.received.length).toBeLessThan(MAX_PENDING_RESULTS + SLOTS_PER_WEBHOOK);
    await release();
    const delivered = { where: { status: 'delivered' } } as const;
    await until(async () => (await catalog.database.client.delivery.count(delivered)) === deliveries, 20_000);
    expect(most).toBe(SLOTS_PER_WEBHOOK);
    expect(receiver.received).toHaveLength(deliveries);
  }, 60_000);

  test('are counted by what is in flight among all processes, those of the version before included', async () => {
    const [{ id = '' } = {}] = await subscribe(catalog, testWebhookPorts([]), ['https://hooks.example.org/']);
    await catalog.import(newAnime(0, 3 * SLOTS_PER_WEBHOOK));
    const queue = new DeliveryQueue(catalog.database);
    const claim = async (ended: readonly string[]) =>
      await queue.claim({ webhooks: [id], wanted: 64, perWebhook: SLOTS_PER_WEBHOOK, worker: 1, ended });
    const claimAsBefore = async () =>
      await catalog.database.client.$queryRaw<{ id: string | null; slots: number }[]>`
        SELECT id, slots FROM claim_deliveries(ARRAY[${id}::uuid], 64, ${SLOTS_PER_WEBHOOK}::int, ${SLOTS_PER_WEBHOOK}::int, 2, '30 seconds'::interval)`;
    expect(await claimAsBefore()).toMatchObject(Array(SLOTS_PER_WEBHOOK).fill({ slots: SLOTS_PER_WEBHOOK }));
    expect(await claim([])).toEqual({ claimed: [], full: [id] });
    const inFlight = await catalog.database.client.delivery.findMany({ where: { status: 'delivering' } });
    const [first, second] = inFlight.map(({ claimToken }) => claimToken ?? '');
    expect((await claim([first ?? '', second ?? ''])).claimed).toMatchObject(Array(2).fill({ slots: 2 }));
    expect(await claimAsBefore()).toEqual([{ id: null, slots: 0 }]);
  });

  test('are freed once by attempts whose claims were taken over meanwhile', async () => {
    const held: ServerResponse[] = [];
    let holds = true;
    const receiver = await subscribed((_request, response) => {
      if (holds) held.push(response);
      else response.writeHead(204).end();
    });
    const worker = dispatch(receiver);
    await catalog.import(newAnime(0, 3 * SLOTS_PER_WEBHOOK));
    await until(() => held.length === SLOTS_PER_WEBHOOK);
    await catalog.database.client
      .$executeRaw`UPDATE delivery SET lease_until = now() - interval '1 s' WHERE status = 'delivering'`;
    await until(async () => (await catalog.database.client.deliveryAttempt.count()) === SLOTS_PER_WEBHOOK);
    holds = false;
    for (const response of held) response.writeHead(204).end();
    await until(async () => (await catalog.database.client.delivery.count({ where: { status: 'delivered' } })) === 12);
    expect(worker.leaseLost()).toBe(SLOTS_PER_WEBHOOK);
    expect(worker.dispatcher.sending).toBe(0);
  });

  test('are freed once by attempts that their observer fails at', async () => {
    let [open, most] = [0, 0];
    const receiver = await subscribed((_request, response) => {
      open += 1;
      most = Math.max(most, open);
      response.on('close', () => {
        open -= 1;
      });
    });
    const worker = dispatch(receiver, {
      deadlineMs: 1_200,
      attempted: () => {
        throw new Error('an observer failed');
      },
    });
    await catalog.import(newAnime(0, 3 * SLOTS_PER_WEBHOOK));
    await until(() => worker.reports.length === SLOTS_PER_WEBHOOK);
    await until(() => open === 0);
    most = 0;
    // One at a time, since it hangs.
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await hurry();
      worker.dispatcher.wake();
      await until(() => worker.reports.length === SLOTS_PER_WEBHOOK + attempt);
    }
    expect(most).toBe(1);
    expect(worker.failures).toHaveLength(worker.reports.length);
  });
});
