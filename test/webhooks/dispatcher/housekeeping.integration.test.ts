import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DeliveryQueue } from '../../../src/webhooks/dispatcher/deliveryQueue.ts';
import { startHousekeeping } from '../../../src/webhooks/dispatcher/housekeeping.ts';
import { CANCEL_ENDED, PRUNE } from '../../../src/webhooks/dispatcher/housekeepingStatements.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { openTestCatalog, type TestCatalog } from '../../support/openTestCatalog.ts';
import { until } from '../../support/until.ts';
import { subscribe, testWebhookPorts } from '../../support/webhooks.ts';

describeWith(['postgres'], 'the housekeeping of deliveries', () => {
  let catalog: TestCatalog;
  beforeAll(async () => {
    catalog = await openTestCatalog();
  });
  afterAll(() => catalog?.close());

  test('counts the queue, and deletes in batches what is older than it is kept, with its attempts', async () => {
    const { client } = catalog.database;
    const [{ id = '' } = {}] = await subscribe(catalog, testWebhookPorts([]), ['https://hooks.example.org/']);
    await catalog.import(newAnime(1, 3));
    const queue = new DeliveryQueue(catalog.database);
    await queue.checkDue(null);
    await client.$executeRaw`UPDATE webhook_queue SET due_at = now() - interval '2 minutes'`;
    const addEnded = (count: number, days: number) => client.$executeRaw`
      WITH made AS (
        INSERT INTO delivery (id, subscription_id, event_id, payload, kind, status, attempt, completed_at)
        SELECT delivery_id(), ${id}::uuid, gen_random_uuid(), '{}', 'ping', 'failed', 1, now() - ${days}::int * interval '1 day'
        FROM generate_series(1, ${count}::int) RETURNING id
      )
      INSERT INTO delivery_attempt (delivery_id, cycle, number, started_at, duration_ms) SELECT id, 0, 1, now(), 1 FROM made`;
    await addEnded(2_500, 31);
    await addEnded(4, 29);
    const depths: { pending: number; oldestDueSeconds: number }[] = [];
    const batches: number[] = [];
    const prune = queue.prune.bind(queue);
    queue.prune = async (days) => {
      const count = await prune(days);
      batches.push(count);
      return count;
    };
    const stop = startHousekeeping({
      ...{ queue, retentionDays: 30 },
      observeQueue: (depth) => void depths.push(depth),
      cancelled: () => {},
      succeeded: () => {},
      failed: (error) => {
        throw error;
      },
    });
    try {
      await until(async () => (await client.delivery.count({ where: { status: 'failed' } })) === 4, 20_000);
      expect(batches).toEqual([1_000, 1_000, 500]);
      expect(await client.deliveryAttempt.count()).toBe(4);
      expect(depths[0]?.pending).toBe(3);
      expect(depths[0]?.oldestDueSeconds).toBeGreaterThan(119);
      expect(depths[0]?.oldestDueSeconds).toBeLessThan(180);
    } finally {
      await stop();
    }
  });

  test.each([
    ['deletes', PRUNE, '(30)'],
    ['cancels', CANCEL_ENDED, ''],
  ])('%s by indexes, however many deliveries there are', async (_what, statement, values) => {
    const { client } = catalog.database;
    const [{ id = '' } = {}] = await subscribe(catalog, testWebhookPorts([]), ['https://hooks.example.org/']);
    await client.$executeRaw`
      INSERT INTO delivery (id, subscription_id, event_id, payload, kind, status, attempt, completed_at)
      SELECT delivery_id(), ${id}::uuid, gen_random_uuid(), '{}', 'ping', 'delivered', 1, now() - random() * interval '60 days'
      FROM generate_series(1, 20000)`;
    const plan = await client.$transaction(async (transaction) => {
      await transaction.$executeRawUnsafe('ANALYZE delivery');
      await transaction.$executeRawUnsafe('SET LOCAL plan_cache_mode = force_generic_plan');
      await transaction.$executeRawUnsafe(`PREPARE kept AS ${statement}`);
      const lines = await transaction.$queryRawUnsafe<Record<string, string>[]>(`EXPLAIN EXECUTE kept${values}`);
      await transaction.$executeRawUnsafe('DEALLOCATE kept');
      return lines.flatMap((line) => Object.values(line)).join('\n');
    });
    expect(plan).toMatch(/Index Scan using delivery_(completed_order|pending_due)/);
    expect(plan).not.toMatch(/Seq Scan on delivery/);
  });
});
