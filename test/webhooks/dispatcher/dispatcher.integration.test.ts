import { beforeEach, expect, test } from '@jest/globals';
import { verifySignature } from '../../../docs/webhooks/verifySignature.ts';
import { retryDelivery, retryFailedDeliveries } from '../../../src/graph/webhook/retryDeliveries.ts';
import { rotateSecret, updateWebhook } from '../../../src/graph/webhook/updateWebhook.ts';
import { disableFailing, disableWebhook, enableWebhook } from '../../../src/graph/webhook/webhookState.ts';
import { DeliveryQueue } from '../../../src/webhooks/dispatcher/deliveryQueue.ts';
import type { DueDelivery } from '../../../src/webhooks/dispatcher/dueDelivery.ts';
import { Lease } from '../../../src/webhooks/dispatcher/lease.ts';
import { ResultWriter } from '../../../src/webhooks/dispatcher/resultWriter.ts';
import { describeWith } from '../../support/describeWith.ts';
import type { TestCatalog } from '../../support/openTestCatalog.ts';
import { until } from '../../support/until.ts';
import { attemptsOfAll, EVERY_KIND, readAsAnother, subscribe, testWebhookPorts } from '../../support/webhooks.ts';
import { openScene, targetsOf, urlOf } from './openScene.ts';

const anime = (key: string, title = `Title ${key}`) => ({
  ...{ type: 'anime', source: 'mal', sourceId: key },
  titles: [{ title, language: 'ja-Latn', kind: 'official' }],
});
const keys = (from: number, count: number) => Array.from({ length: count }, (_, index) => anime(String(from + index)));

describeWith(['postgres', 'openssl'], 'the dispatcher', () => {
  const scene = openScene();
  const { receive: receiver, dispatch } = scene;
  let catalog: TestCatalog;
  beforeEach(() => {
    catalog = scene.catalog;
  });

  const statuses = async () => {
    const rows = await catalog.database.client.$queryRaw<{ status: string; count: number }[]>`
      SELECT status::text, count(*)::int AS count FROM delivery GROUP BY 1`;
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  };
  const settled = (status: string, count: number, milliseconds = 15_000) =>
    until(async () => (await statuses())[status] === count, milliseconds);
  const attempts = () => attemptsOfAll(catalog.database);
  const hurry = async () => {
    await catalog.database.client.$executeRaw`UPDATE webhook_queue SET due_at = now() WHERE due_at > now()`;
    return await catalog.database.client
      .$executeRaw`UPDATE delivery SET next_attempt_at = now() WHERE status = 'pending'`;
  };
  /** How an attempt at a delivery ended. */
  const ended = (delivery: DueDelivery, epoch: number) => {
    const { id, webhookId, eventId, eventPosition, kind, cycle, attempt, createdAt, generation, isFromLog } = delivery;
    return {
      ...{ id, webhookId, eventId, eventPosition, kind, cycle, attempt, createdAt, generation, isFromLog, epoch },
      ...({ outcome: 'delivered', delay: 0, duration: 1, status: 204, error: null, body: '' } as const),
      started: new Date().toISOString(),
    };
  };

  /** What another worker has leased and read. */
  const readElsewhere = async () => {
    const [read] = await readAsAnother(catalog);
    if (read === undefined) throw new Error('nothing was leased');
    return read;
  };

  test('sends what a publication told of, signed, and writes that it was acknowledged', async () => {
    const to = await receiver();
    const [webhook] = await subscribe(catalog, testWebhookPorts(targetsOf([to])), [urlOf(to)]);
    dispatch([to]);
    await catalog.import([anime('1')]);
    await settled('delivered', 1);
    const [request] = to.received;
    const { client } = catalog.database;
    const delivery = await client.delivery.findFirst();
    expect(request?.body.toString()).toBe((await client.event.findFirst())?.payload);
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'service-event-id': JSON.parse(String(request?.body)).id,
      'service-delivery-id': delivery?.id,
      'service-attempt': '1',
      'user-agent': expect.stringContaining('canonical-anime-catalog'),
    });
    const { 'service-timestamp': timestamp, 'service-signature': signature } = request?.headers ?? {};
    const signed = {
      timestamp: String(timestamp),
      signature: String(signature),
      body: request?.body ?? Buffer.alloc(0),
    };
    expect(verifySignature({ secrets: [webhook?.secret ?? ''], ...signed })).toBe(true);
    expect(await attempts()).toMatchObject([{ cycle: 0, number: 1, status: 204, error: null, responseBody: '' }]);
  });

  test('tries again what may pass, eight times, and then lets it fail; three manual cycles follow', async () => {
    const to = await receiver((_request, response) => response.writeHead(503).end('busy'));
    const ports = testWebhookPorts(targetsOf([to]));
    await subscribe(catalog, ports, [urlOf(to)]);
    const { dispatcher } = dispatch([to]);
    await catalog.import([anime('1')]);
    const exhaust = () =>
      until(async () => {
        if ((await hurry()) > 0) dispatcher.wake();
        return (await statuses()).failed === 1;
      }, 20_000);
    await exhaust();
    expect(to.received.map(({ headers }) => Number(headers['service-attempt']))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(new Set(to.received.map(({ headers }) => headers['service-delivery-id'])).size).toBe(1);
    expect(new Set(to.received.map(({ body }) => body.toString())).size).toBe(1);
    const [{ id = '' } = {}] = await catalog.database.client.delivery.findMany();
    // The first attempt of these is the last.
    to.answer((_request, response) => response.writeHead(404).end());
    for (const cycle of [1, 2, 3]) {
      expect(await retryDelivery(catalog.database, ports, id)).toMatchObject({ status: 'pending', cycle });
      await expect(retryDelivery(catalog.database, ports, id)).rejects.toMatchObject({ code: 'conflict' });
      dispatcher.wake();
      await exhaust();
    }
    await expect(retryDelivery(catalog.database, ports, id)).rejects.toThrow('3 times already');
    expect(to.received).toHaveLength(11);
    expect(await attempts()).toHaveLength(11);
  });

  test('tries again no earlier than Retry-After says', async () => {
    const to = await receiver((_request, response) => response.writeHead(429, { 'retry-after': '3600' }).end());
    await subscribe(catalog, testWebhookPorts(targetsOf([to])), [urlOf(to)]);
    dispatch([to]);
    await catalog.import([anime('1')]);
    await until(async () => (await attempts()).length === 1);
    const [delivery] = await catalog.database.client.delivery.findMany();
    expect(delivery).toMatchObject({ status: 'pending', attempt: 1 });
    const wait = (delivery?.nextAttemptAt?.getTime() ?? 0) - Date.now();
    expect(wait).toBeGreaterThan(3_500_000);
    expect(wait).toBeLessThan(3_600_000);
  });

  test('lets a request that is acknowledged stand after its webhook was disabled, and cancels any other', async () => {
    const answers: (() => void)[] = [];
    const to = await receiver((request, response) => {
      answers.push(
        () =>
          void response
            .writeHead(answers.length > 1 && request.headers['service-attempt'] === '1' ? status : 200)
            .end(),
      );
    });
    let status = 200;
    const ports = testWebhookPorts(targetsOf([to]));
    const [{ id = '' } = {}] = await subscribe(catalog, ports, [urlOf(to)]);
    dispatch([to]);
    await catalog.import(keys(1, 2));
    await until(() => answers.length === 2);
    await disableWebhook(catalog.publications, id, null);
    answers[0]?.();
    await settled('delivered', 1);
    status = 500;
    answers[1]?.();
    await settled('cancelled', 1);
    await expect(retryFailedDeliveries(catalog.database, ports, id, new Date(0))).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  test('revives nothing by enabling: an attempt that was in flight when it was disabled is the last', async () => {
    const answers: (() => void)[] = [];
    const to = await receiver((_request, response) => answers.push(() => void response.writeHead(500).end()));
    const [{ id = '' } = {}] = await subscribe(catalog, testWebhookPorts(targetsOf([to])), [urlOf(to)]);
    dispatch([to]);
    await catalog.import([anime('1')]);
    await until(() => answers.length === 1);
    await disableWebhook(catalog.publications, id, null);
    await enableWebhook(catalog.publications, id);
    await catalog.import([anime('2')]);
    await until(() => answers.length === 2);
    for (const answer of answers) answer();
    await until(async () => (await attempts()).length === 2);
    expect(await statuses()).toEqual({ cancelled: 1, pending: 1 });
  });

  test('takes a new URL and a new secret from the next attempt on', async () => {
    const [before, after] = [await receiver((_request, response) => response.writeHead(500).end()), await receiver()];
    const ports = testWebhookPorts(targetsOf([before, after]));
    const [{ id = '' } = {}] = await subscribe(catalog, ports, [urlOf(before)]);
    const { dispatcher } = dispatch([before, after]);
    await catalog.import([anime('1')]);
    await until(async () => (await attempts()).length === 1);
    await updateWebhook(catalog.database, ports, { id, url: urlOf(after) });
    const { secret } = await rotateSecret(catalog.database, ports, id);
    await hurry();
    dispatcher.wake();
    await settled('delivered', 1);
    const [{ headers = {}, body = Buffer.alloc(0) } = {}] = after.received;
    const signed = { timestamp: String(headers['service-timestamp']), signature: String(headers['service-signature']) };
    expect(verifySignature({ secrets: [secret], body, ...signed })).toBe(true);
  });

  test('sends what a worker that is gone had begun: at the head, and without an attempt spent', async () => {
    const to = await scene.subscribed();
    await catalog.import(keys(1, 6));
    const abandoned = await readElsewhere();
    expect(abandoned.deliveries).toHaveLength(4);
    dispatch([to]);
    await settled('delivered', 6);
    expect((await attempts()).map(({ number, error }) => [number, error])).toEqual(Array(6).fill([1, null]));
    const sent = to.received.map(({ headers }) => headers['service-delivery-id']);
    // The fifth is under way together with the last of them.
    expect(sent.slice(0, 5)).toEqual(expect.arrayContaining(abandoned.deliveries.map(({ id }) => id)));
    // One at a time until something was written: it may have ended the process.
    expect(sent[0]).toBe(abandoned.deliveries[0]?.id);
  });

  test('writes nothing of an attempt whose lease has passed to another worker', async () => {
    const to = await scene.subscribed();
    await catalog.import([anime('1')]);
    const late = await readElsewhere();
    const [delivery] = late.deliveries as [DueDelivery];
    const { queue } = dispatch([to]);
    await settled('delivered', 1);
    const result = {
      ...ended(delivery, late.lease.epoch),
      outcome: 'failed',
      status: 500,
      error: 'http_status',
    } as const;
    const finalised = await queue.finalise([result], [late.lease.placeAfter([result])]);
    expect(finalised).toMatchObject({ written: 0, failingTooLong: [], lost: [delivery.webhookId] });
    expect(await statuses()).toEqual({ delivered: 1 });
    expect(await attempts()).toHaveLength(1);
  });

  test('a webhook that was idle when processes ended loses nothing by it', async () => {
    const to = await scene.subscribed();
    const queue = new DeliveryQueue(catalog.database);
    await queue.heartbeat(1);
    for (const worker of [77, 78, 79]) {
      await catalog.database.client.$executeRaw`UPDATE webhook_queue SET due_at = now()`;
      expect(await queue.lease(worker, EVERY_KIND)).toHaveLength(1);
      await queue.freeAbandoned(1);
    }
    await catalog.import(keys(1, 3));
    dispatch([to]);
    await settled('delivered', 3);
  });

  test.each([
    ['four seconds ago', '-4 seconds', 0],
    ['six seconds ago', '-6 seconds', 2],
    ['in an hour, before the clock was set back', '1 hour', 2],
  ])('the lease of a worker that was last seen %s', async (_when, at, freed) => {
    await subscribe(catalog, testWebhookPorts([]), ['https://hooks.example.org/']);
    await catalog.import(keys(1, 1));
    await readAsAnother(catalog);
    const queue = new DeliveryQueue(catalog.database);
    await queue.heartbeat(77);
    await catalog.database.client.$executeRaw`UPDATE webhook_dispatcher SET seen_at = now() + ${at}::interval`;
    // One that is not seen itself judges nobody.
    expect(await queue.freeAbandoned(1)).toBe(0);
    await queue.heartbeat(1);
    // The worker and its lease.
    expect(await queue.freeAbandoned(1)).toBe(freed);
  });

  test('a place beyond the head, of a log that a restore has ended, moves nothing', async () => {
    await scene.subscribed();
    await catalog.import(keys(1, 2));
    const read = await readElsewhere();
    const [delivery] = read.deliveries as [DueDelivery];
    const queue = new DeliveryQueue(catalog.database);
    const place = { ...read.lease.placeAfter([]), position: 1_000 };
    expect(await queue.finalise([ended(delivery, read.lease.epoch)], [place])).toMatchObject({ written: 0 });
    await queue.release([{ ...place, isDone: true }]);
    expect(await catalog.database.client.webhookQueue.findMany()).toMatchObject([{ position: 0n }]);
    read.lease.isForgotten = true;
    expect(read.lease.placeAfter([]).position).toBe(0);
  });

  test('a webhook that became due as it was disabled is given back, and due no more', async () => {
    const to = await receiver();
    const [{ id = '' } = {}] = await subscribe(catalog, testWebhookPorts(targetsOf([to])), [urlOf(to)]);
    await disableWebhook(catalog.publications, id, null);
    // As by a statement that waited for the row while the webhook was disabled.
    await catalog.database.client.$executeRaw`UPDATE webhook_queue SET due_at = now()`;
    dispatch([to]);
    await until(async () => {
      const [queue] = await catalog.database.client.webhookQueue.findMany();
      return queue?.dueAt === null && queue.dispatcher === null;
    });
  });

  test('what is due by time is sent while another webhook drains a long queue', async () => {
    let answers = 0;
    const busy = await receiver((_request, response) => setTimeout(() => response.writeHead(204).end(), 5));
    const failing = await receiver((_request, response) => {
      answers += 1;
      response.writeHead(answers === 1 ? 503 : 204).end();
    });
    await subscribe(catalog, testWebhookPorts(targetsOf([busy, failing])), [urlOf(busy), urlOf(failing)]);
    await catalog.import(keys(1, 1));
    dispatch([busy, failing], { concurrency: 4 });
    await until(() => answers === 1);
    await catalog.database.client
      .$executeRaw`UPDATE webhook SET events = '{anime.updated}' WHERE url = ${urlOf(failing)}`;
    await catalog.import(keys(2, 1_000));
    await hurry();
    await until(() => answers === 2, 20_000);
    expect(busy.received.length).toBeLessThan(1_001);
  });

  test('puts aside what was at the head when three processes ended', async () => {
    const to = await scene.subscribed();
    await catalog.import(keys(1, 3));
    const queue = new DeliveryQueue(catalog.database);
    await queue.heartbeat(1);
    for (const worker of [77, 78, 79]) {
      await queue.checkDue(null);
      expect(await queue.lease(worker, EVERY_KIND)).toHaveLength(1);
      await queue.freeAbandoned(1);
    }
    const { failures } = dispatch([to]);
    await settled('delivered', 2);
    expect(await statuses()).toEqual({ delivered: 2, failed: 1 });
    expect(await attempts()).toContainEqual(expect.objectContaining({ number: 1, error: 'interrupted' }));
    expect(failures).toEqual([expect.objectContaining({ message: 'three processes ended with it at the head' })]);
  });

  test('writes the results beside one that cannot be written', async () => {
    await scene.subscribed();
    await catalog.import(keys(1, 4));
    const { lease, deliveries } = await readElsewhere();
    const written: string[] = [];
    const failures: unknown[] = [];
    const results = new ResultWriter({
      queue: new DeliveryQueue(catalog.database),
      failed: async (error) => {
        failures.push(error);
        await new Promise((resolve) => setTimeout(resolve, 10));
      },
      isBusy: () => false,
      written: (batch) => written.push(...batch.map(({ ended: { id } }) => id)),
    });
    const all = deliveries.map((delivery) => ({ lease, ended: { ...ended(delivery, lease.epoch) } }));
    const broken = all[2]?.ended ?? { started: '' };
    const { started } = broken;
    broken.started = 'no instant';
    for (const result of all) results.add(result);
    const running = results.run(() => true);
    await until(async () => failures.length >= 2);
    expect(written).toEqual(deliveries.map(({ id }) => id).filter((_, index) => index !== 2));
    expect(await statuses()).toEqual({ delivered: 3 });
    expect(results.pending).toBe(1);
    broken.started = started;
    await running;
    expect(await statuses()).toEqual({ delivered: 4 });
  });

  test('writes nothing of an event that a restore has ended', async () => {
    await scene.subscribed();
    await catalog.import(keys(1, 2));
    const read = await readElsewhere();
    const [first, second] = read.deliveries as [DueDelivery, DueDelivery];
    const { client } = catalog.database;
    await client.event.delete({ where: { id: second.eventId } });
    const queue = new DeliveryQueue(catalog.database);
    const { epoch } = read.lease;
    const place = { ...read.lease.placeAfter([]), position: 0 };
    const { written } = await queue.finalise([ended(first, epoch), ended(second, epoch)], [place]);
    expect([written, await statuses()]).toEqual([1, { delivered: 1 }]);
  });

  test('keeps what is known of a process that ended until something is written', async () => {
    await scene.subscribed();
    await catalog.import(keys(1, 1));
    await readAsAnother(catalog);
    const queue = new DeliveryQueue(catalog.database);
    const crashes = async () => (await catalog.database.client.webhookQueue.findFirstOrThrow()).crashes;
    await queue.heartbeat(1);
    await queue.freeAbandoned(1);
    const [again] = (await queue.lease(78, EVERY_KIND)).map((webhook) => new Lease(webhook));
    if (again === undefined) throw new Error('nothing was leased');
    await queue.release([{ ...again.placeAfter([]), isDone: false }]);
    expect(await crashes()).toBe(1);
  });

  test('disables a webhook that still only fails, and none that has meanwhile succeeded', async () => {
    const [to] = await subscribe(catalog, testWebhookPorts([]), ['https://hooks.example.org/']);
    const state = async () => catalog.database.client.webhook.findFirstOrThrow();
    await disableFailing(catalog.publications, to?.id ?? '', 'It only failed.');
    expect(await state()).toMatchObject({ status: 'enabled', disabledReason: null });
    await catalog.database.client
      .$executeRaw`UPDATE webhook SET failing_since = now() - interval '5 days', failures = 10`;
    await disableFailing(catalog.publications, to?.id ?? '', 'It only failed.');
    expect(await state()).toMatchObject({ status: 'disabled', disabledReason: 'It only failed.' });
  });

  test('two workers never exceed the cap of an endpoint, and send each delivery once', async () => {
    let [open, most] = [0, 0];
    const to = await scene.subscribed((_request, response) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        response.writeHead(200).end();
      }, 5);
    });
    await catalog.import(keys(1, 80));
    dispatch([to]);
    dispatch([to]);
    await settled('delivered', 80, 20_000);
    expect(most).toBeLessThanOrEqual(4);
    expect(new Set(to.received.map(({ headers }) => headers['service-delivery-id'])).size).toBe(80);
    expect(to.received).toHaveLength(80);
  });
});
