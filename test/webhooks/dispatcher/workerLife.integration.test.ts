import { afterEach, expect, test } from '@jest/globals';
import { Backoff } from '../../../src/webhooks/dispatcher/backoff.ts';
import { DeliveryQueue } from '../../../src/webhooks/dispatcher/deliveryQueue.ts';
import { WorkerLife } from '../../../src/webhooks/dispatcher/workerLife.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { until } from '../../support/until.ts';
import { EVERY_KIND, subscribe, testWebhookPorts } from '../../support/webhooks.ts';

describeWith(['postgres'], 'after an outage of the database', () => {
  const catalog = ofSuite(openTestCatalog);
  const lives: WorkerLife[] = [];
  afterEach(() => Promise.all(lives.map((life) => life.stop(performance.now() + 1_000))));

  test('the dispatcher that beats first leaves the other its leases', async () => {
    const { client } = catalog.database;
    const queue = new DeliveryQueue(catalog.database);
    await subscribe(catalog, testWebhookPorts([]), ['https://hooks.example.org/']);
    await catalog.import(newAnime(1, 1));
    await queue.checkDue(null);
    const other = 7;
    await queue.heartbeat(other);
    await queue.lease(other, EVERY_KIND);
    const failed = (error: unknown) => {
      throw error;
    };
    const life = new WorkerLife({ queue, backoff: new Backoff(failed), freed: () => {} });
    lives.push(life);
    life.start();
    await until(() => life.isSeen);
    const seenAt = async () => (await client.webhookWorker.findUniqueOrThrow({ where: { key: life.key } })).seenAt;
    for (let beat = 0, last: Date | undefined; beat < 2; beat += 1) {
      // Both were away for as long; the other beats last.
      if (beat === 0) await client.$executeRaw`UPDATE webhook_worker SET seen_at = now() - interval '20 seconds'`;
      last = await seenAt();
      await until(async () => (await seenAt()) > (last as Date));
    }
    expect(await client.webhookQueue.findMany({ select: { worker: true, crashes: true } })).toEqual([
      { worker: other, crashes: 0 },
    ]);
  }, 60_000);
});
