import { createHook } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { pingWebhook } from '../../../src/graph/webhook/sendTest.ts';
import { PROMPT_MS } from '../../../src/webhooks/dispatcher/bulkheads.ts';
import { READ_AHEAD, SLOTS_PER_WEBHOOK } from '../../../src/webhooks/dispatcher/lease.ts';
import { GraphTester } from '../../graph/graphTester.ts';
import { countStatements } from '../../support/countStatements.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import type { TestCatalog } from '../../support/openTestCatalog.ts';
import type { Receiver } from '../../support/tls/startReceiver.ts';
import { until } from '../../support/until.ts';
import { subscribe, testWebhookPorts } from '../../support/webhooks.ts';
import { openScene, targetsOf, urlOf } from './openScene.ts';

describeWith(['postgres', 'openssl'], 'the slots of a dispatcher', () => {
  const HANGING = 40;

  const statements = countStatements();
  const scene = openScene();
  const { subscribed } = scene;
  const dispatch = (receiver: Receiver, options: Parameters<typeof scene.dispatch>[1] = {}) =>
    scene.dispatch([receiver], options);
  let catalog: TestCatalog;
  beforeEach(() => {
    catalog = scene.catalog;
  });
  const hurry = async () => {
    await catalog.database.client.$executeRaw`UPDATE webhook_queue SET due_at = now() WHERE due_at > now()`;
    await catalog.database.client.$executeRaw`UPDATE delivery SET next_attempt_at = now() WHERE status = 'pending'`;
  };

  test('take what was read ahead, though receivers need a third of a second each time', async () => {
    const receiver = await subscribed(
      (_request, response) => void setTimeout(() => response.writeHead(204).end(), 300),
    );
    await catalog.import(newAnime(0, 2 * READ_AHEAD));
    statements.take();
    dispatch(receiver);
    const delivered = { where: { status: 'delivered' } } as const;
    await until(async () => (await catalog.database.client.delivery.count(delivered)) === 2 * READ_AHEAD);
    expect(statements.take().filter((text) => text.includes('next_deliveries')).length).toBeLessThan(5);
  });

  test('are freed once by attempts whose lease was taken over meanwhile', async () => {
    const held: ServerResponse[] = [];
    let holds = true;
    const receiver = await subscribed((_request, response) => {
      if (holds) held.push(response);
      else response.writeHead(204).end();
    });
    const worker = dispatch(receiver);
    await catalog.import(newAnime(0, 3 * SLOTS_PER_WEBHOOK));
    await until(() => held.length === SLOTS_PER_WEBHOOK);
    holds = false;
    await catalog.database.client.$executeRaw`UPDATE webhook_queue SET dispatcher = NULL, epoch = epoch + 1`;
    for (const response of held) response.writeHead(204).end();
    await until(async () => (await catalog.database.client.delivery.count({ where: { status: 'delivered' } })) === 12);
    expect(worker.leaseLost()).toBe(SLOTS_PER_WEBHOOK);
    expect(worker.dispatcher.sending).toBe(0);
  });

  test('leave four to pings, whatever hangs and whoever else waits', async () => {
    const isPing = ({ body }: { readonly body: Buffer }) => JSON.parse(body.toString()).kind === 'ping';
    const held: ServerResponse[] = [];
    const receiver = await scene.receive((request, response) => {
      if (isPing(request)) response.writeHead(204).end();
      else held.push(response);
    });
    const ports = testWebhookPorts(targetsOf([receiver]));
    const urls = Array.from({ length: HANGING }, (_, index) => `${urlOf(receiver)}/${index}`);
    const webhooks = await subscribe(catalog, ports, urls);
    await catalog.database.client
      .$executeRaw`UPDATE webhook_queue SET is_slow = true WHERE webhook_id > ${webhooks[5]?.id}::uuid`;
    await catalog.import(newAnime(0, 5));
    const { dispatcher, reports } = dispatch(receiver, { concurrency: 2, deadlineMs: 120_000 });
    await until(() => dispatcher.sending === 8);
    const waking = { ...ports, wake: () => dispatcher.wake() };
    for (const { id } of webhooks) await pingWebhook(catalog.database, waking, id, new Date());
    await until(() => receiver.received.filter(isPing).length === HANGING);
    // Nothing that hangs has ended for them.
    expect(reports.every(({ delivery }) => delivery.kind === 'ping')).toBe(true);
    receiver.answer((_request, response) => response.writeHead(204).end());
    for (const response of held) response.writeHead(204).end();
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
    await catalog.import(newAnime(0, SLOTS_PER_WEBHOOK));
    await until(() => worker.reports.length === SLOTS_PER_WEBHOOK && open === 0);
    most = 0;
    // One at a time, since it hangs. A report comes before its row is written, so what was hurried may be put off once more.
    const repeated = worker.reports.length + 3;
    await until(async () => {
      await hurry();
      worker.dispatcher.wake();
      return worker.reports.length >= repeated;
    });
    expect(most).toBe(1);
    expect(worker.failures).toHaveLength(worker.reports.length);
  });

  test('rest while results cannot be written, though an attempt takes long', async () => {
    const receivers = [
      await subscribed((_request, response) => response.writeHead(204).end()),
      await subscribed(() => {}),
    ];
    await catalog.import(newAnime(0, 100));
    const { reports } = scene.dispatch(receivers, { deadlineMs: 10_000 });
    await scene.lockLog();
    await until(() => reports.length >= SLOTS_PER_WEBHOOK);
    await sleep(PROMPT_MS + 500);
    let timers = 0;
    const count = (_id: number, type: string) => {
      if (type === 'Timeout') timers += 1;
    };
    const counting = createHook({ init: count }).enable();
    await sleep(1_000);
    counting.disable();
    expect(timers).toBeLessThan(50);
  }, 60_000);
});

describeWith(['postgres', 'openssl'], 'the deliveries of a webhook by hour', () => {
  interface Hour {
    readonly hour: string;
    readonly delivered: number;
    readonly retried: number;
    readonly failed: number;
  }

  const scene = openScene();

  /** By the hour, and the times of all together. */
  const figuresOf = async (id: string) => {
    const { applicationId } = await scene.catalog.database.client.webhook.findUniqueOrThrow({ where: { id } });
    const query = `query ($applicationId: UUID!, $id: UUID!) {
      webhook(applicationId: $applicationId, id: $id) { hours { hour delivered retried failed } answerTimes { answers p50Ms p95Ms } }
    }`;
    const { data } = await new GraphTester(scene.catalog.database).ask(query, { applicationId, id });
    return data.webhook as { readonly hours: readonly Hour[]; readonly answerTimes: unknown };
  };
  const totals = (hours: readonly Hour[]) =>
    (['delivered', 'retried', 'failed'] as const).map((what) => hours.reduce((sum, hour) => sum + hour[what], 0));

  test('are those that were written, without tests, and how long first attempts took to be answered', async () => {
    let calls = 0;
    // Every third answer is a failure that is tried again; 404 is final.
    const mixed = await scene.receive((_request, response) => {
      calls += 1;
      const status = calls % 3 === 0 ? 500 : 204;
      setTimeout(() => response.writeHead(status).end(), calls % 10 === 0 ? 300 : 0);
    });
    const missing = await scene.receive((_request, response) => response.writeHead(404).end());
    const silent = await scene.receive((_request, response) => response.destroy());
    const receivers = [mixed, missing, silent];
    const ports = testWebhookPorts(targetsOf(receivers));
    const made = await subscribe(scene.catalog, ports, receivers.map(urlOf));
    const [first = '', second = '', third = ''] = made.map(({ id }) => id);
    expect(await figuresOf(first)).toEqual({ hours: [], answerTimes: null });
    scene.dispatch(receivers);
    await scene.catalog.import(newAnime(1, 30));
    await pingWebhook(scene.catalog.database, ports, first, new Date());
    const attempted = (webhookId: string) =>
      scene.catalog.database.client.delivery.findMany({ where: { webhookId, eventPosition: { not: null } } });
    await until(async () => (await Promise.all(made.map(({ id }) => attempted(id)))).flat().length === 90);
    const found = await attempted(first);
    const { hours, answerTimes } = await figuresOf(first);
    const written = (['delivered', 'pending', 'failed'] as const).map(
      (state) => found.filter(({ status }) => status === state).length,
    );
    expect(totals(hours)).toEqual(written);
    expect(written[1]).toBeGreaterThan(0);
    for (const { hour } of hours) expect(hour).toMatch(/:00:00\.000Z$/);
    expect(totals((await figuresOf(second)).hours)).toEqual([0, 0, 30]);
    const durations = found.map(({ firstDurationMs }) => firstDurationMs ?? 0).sort((a, b) => a - b);
    expect(answerTimes).toEqual({ answers: 30, p50Ms: durations[14], p95Ms: durations[28] });
    expect((await figuresOf(third)).answerTimes).toBeNull();
  });

  test('are counted with their retries, for seven days', async () => {
    const [made] = await subscribe(scene.catalog, testWebhookPorts([]), ['https://hooks.example.org/']);
    const webhookId = made?.id ?? '';
    const now = Date.now();
    const delivery = (hours: number, status: 'delivered' | 'pending', attempt: number) => {
      const at = new Date(now - hours * 3_600_000);
      return {
        ...{
          id: uuidv7({ msecs: at.getTime() }),
          webhookId,
          eventId: uuidv7(),
          eventPosition: 1n,
          kind: 'anime.created',
        },
        ...{ status, attempt, createdAt: at },
        ...(status === 'pending' ? { nextAttemptAt: at } : { completedAt: at }),
      };
    };
    await scene.catalog.database.client.delivery.createMany({
      data: [
        delivery(0, 'pending', 2),
        delivery(1, 'delivered', 3),
        delivery(167, 'delivered', 1),
        delivery(169, 'delivered', 1),
      ],
    });
    expect((await figuresOf(webhookId)).hours.map(({ delivered, retried }) => [delivered, retried])).toEqual([
      [1, 0],
      [1, 2],
      [0, 2],
    ]);
  });
});
