import { afterEach, expect, test } from '@jest/globals';
import { DeliveryQueue } from '../../../src/webhooks/dispatcher/deliveryQueue.ts';
import { Heartbeat } from '../../../src/webhooks/dispatcher/heartbeat.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { until } from '../../support/until.ts';
import { EVERY_KIND, subscribe, testWebhookPorts } from '../../support/webhooks.ts';

describeWith(['postgres'], 'after an outage of the database', () => {
  const catalog = ofSuite(openTestCatalog);
  const heartbeats: Heartbeat[] = [];
  afterEach(() => Promise.all(heartbeats.map((each) => each.stop(performance.now() + 1_000))));

  test.each(['before', 'after'])(
    'the dispatcher that beats first, and started %s it, leaves the other its leases',
    async (started) => {
      const { client } = catalog.database;
      const queue = new DeliveryQueue(catalog.database);
      const [webhook] = await subscribe(catalog, testWebhookPorts([]), ['https://hooks.example.org/']);
      await catalog.import(newAnime(started === 'before' ? 1 : 2, 1));
      await queue.checkDue(null);
      const other = 7;
      await queue.heartbeat(other);
      await queue.lease(other, EVERY_KIND);
      /** Nobody was seen for as long; the other beats last. */
      const passOutage = () => client.$executeRaw`UPDATE webhook_worker SET seen_at = now() - interval '20 seconds'`;
      const failed = (error: unknown) => {
        throw error;
      };
      const heartbeat = new Heartbeat({ queue, failed, freed: () => {} });
      heartbeats.push(heartbeat);
      if (started === 'after') await passOutage();
      heartbeat.start();
      await until(() => heartbeat.isSeen);
      const seenAt = async () =>
        (await client.webhookWorker.findUniqueOrThrow({ where: { key: heartbeat.key } })).seenAt;
      for (let beat = 0, last: Date | undefined; beat < 2; beat += 1) {
        if (beat === 0 && started === 'before') await passOutage();
        last = await seenAt();
        await until(async () => (await seenAt()) > (last as Date));
      }
      const place = await client.webhookQueue.findUnique({ where: { webhookId: webhook?.id ?? '' } });
      expect(place).toMatchObject({ worker: other, crashes: 0 });
    },
    60_000,
  );
});
