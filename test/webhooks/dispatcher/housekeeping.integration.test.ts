import { expect, test } from '@jest/globals';
import { DeliveryQueue, type QueueLag } from '../../../src/webhooks/dispatcher/deliveryQueue.ts';
import { startHousekeeping } from '../../../src/webhooks/dispatcher/housekeeping.ts';
import { CANCEL_ENDED } from '../../../src/webhooks/dispatcher/housekeepingStatements.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { until } from '../../support/until.ts';
import { subscribe, testWebhookPorts } from '../../support/webhooks.ts';

describeWith(['postgres'], 'the housekeeping of deliveries', () => {
  const catalog = ofSuite(openTestCatalog);

  test('tells how far webhooks that have something to send are behind, and for how long', async () => {
    const { client } = catalog.database;
    await subscribe(catalog, testWebhookPorts([]), ['https://hooks.example.org/']);
    await catalog.import(newAnime(1, 3));
    const queue = new DeliveryQueue(catalog.database);
    await queue.checkDue(null);
    await client.$executeRaw`UPDATE webhook_queue SET due_at = now() - interval '2 minutes'`;
    const lags: QueueLag[] = [];
    const stop = startHousekeeping({
      queue,
      observeQueue: (lag) => void lags.push(lag),
      cancelled: () => {},
      succeeded: () => {},
      failed: (error) => {
        throw error;
      },
    });
    try {
      await until(() => lags.length > 0, 20_000);
      expect(lags[0]).toMatchObject({ events: 3, mostEvents: 3 });
    } finally {
      await stop();
    }
    // It became due two minutes ago, by an event that is younger: what came before was of other kinds.
    expect(lags[0]?.oldestSeconds).toBeLessThan(119);
    await client.$executeRaw`ALTER TABLE event DISABLE TRIGGER USER`;
    await client.$executeRaw`UPDATE event SET occurred_at = now() - interval '1 hour'`;
    await client.$executeRaw`ALTER TABLE event ENABLE TRIGGER USER`;
    const seconds = Math.floor((await queue.lag()).oldestSeconds);
    expect(seconds).toBeGreaterThanOrEqual(119);
    expect(seconds).toBeLessThan(180);
    await client.$executeRaw`UPDATE webhook_queue SET due_at = now() + interval '1 hour'`;
    expect(await queue.lag()).toEqual({ events: 0, mostEvents: 0, oldestSeconds: 0 });
  });

  test('cancels by indexes, however many deliveries there are', async () => {
    const { client } = catalog.database;
    const [{ id = '' } = {}] = await subscribe(catalog, testWebhookPorts([]), ['https://hooks.example.org/']);
    await client.$executeRaw`
      INSERT INTO delivery (id, subscription_id, event_id, payload, kind, status, attempt, completed_at)
      SELECT delivery_id(), ${id}::uuid, gen_random_uuid(), '{}', 'ping', 'delivered', 1, now() - random() * interval '60 days'
      FROM generate_series(1, 20000)`;
    const plan = await client.$transaction(async (transaction) => {
      await transaction.$executeRawUnsafe('ANALYZE delivery');
      await transaction.$executeRawUnsafe('SET LOCAL plan_cache_mode = force_generic_plan');
      await transaction.$executeRawUnsafe(`PREPARE kept AS ${CANCEL_ENDED}`);
      const lines = await transaction.$queryRawUnsafe<Record<string, string>[]>('EXPLAIN EXECUTE kept');
      await transaction.$executeRawUnsafe('DEALLOCATE kept');
      return lines.flatMap((line) => Object.values(line)).join('\n');
    });
    expect(plan).toMatch(/Index Scan using delivery_pending_due/);
    expect(plan).not.toMatch(/Seq Scan on delivery/);
  });
});
