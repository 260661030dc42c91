import { expect, test } from '@jest/globals';
import { DeliveryQueue } from '../../../src/webhooks/dispatcher/deliveryQueue.ts';
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

  test('counts the queue', async () => {
    const { client } = catalog.database;
    await subscribe(catalog, testWebhookPorts([]), ['https://hooks.example.org/']);
    await catalog.import(newAnime(1, 3));
    const queue = new DeliveryQueue(catalog.database);
    await queue.checkDue(null);
    await client.$executeRaw`UPDATE webhook_queue SET due_at = now() - interval '2 minutes'`;
    const depths: { pending: number; oldestDueSeconds: number }[] = [];
    const stop = startHousekeeping({
      queue,
      observeQueue: (depth) => void depths.push(depth),
      cancelled: () => {},
      succeeded: () => {},
      failed: (error) => {
        throw error;
      },
    });
    try {
      await until(() => depths.length > 0, 20_000);
      expect(depths[0]?.pending).toBe(3);
      expect(depths[0]?.oldestDueSeconds).toBeGreaterThan(119);
      expect(depths[0]?.oldestDueSeconds).toBeLessThan(180);
    } finally {
      await stop();
    }
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
