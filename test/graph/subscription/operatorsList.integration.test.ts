import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeWith } from '../../support/describeWith.ts';
import { openTestCatalog, type TestCatalog } from '../../support/openTestCatalog.ts';
import { subscribe, testWebhookPorts } from '../../support/webhooks.ts';

const DELIVERED = 50_000;

describeWith(['postgres'], 'the list of all deliveries that', () => {
  let catalog: TestCatalog;
  beforeAll(async () => {
    catalog = await openTestCatalog();
    await subscribe(catalog, testWebhookPorts(['localhost:9000']), ['https://localhost:9000/hook']);
    for (const [status, count] of [
      ['failed', 500],
      ['cancelled', 500],
      ['delivered', DELIVERED],
    ] as const) {
      await catalog.database.client.$executeRaw`
        INSERT INTO delivery (id, subscription_id, event_id, payload, kind, status, attempt, completed_at)
        SELECT delivery_id(), s.id, gen_random_uuid(), '{}', 'ping', ${status}::delivery_status, 1, now()
        FROM subscription s, generate_series(1, ${count}::int)`;
    }
    await catalog.database.client.$executeRaw`ANALYZE delivery`;
  }, 60_000);
  afterAll(() => catalog.close());

  test.each(['failed', 'cancelled', 'delivering', 'delivered'])(
    'are %s does not read those that are not',
    async (status) => {
      // Of the shape that listDeliveries asks.
      const [{ 'QUERY PLAN': [plan] = [] } = {}] = await catalog.database.client.$queryRawUnsafe<
        { 'QUERY PLAN': { Plan: Record<string, number> }[] }[]
      >(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)
      SELECT id::text AS id FROM delivery WHERE true AND status = '${status}' ORDER BY delivery.id DESC LIMIT 26`);
      const read = (plan?.Plan['Shared Hit Blocks'] ?? Number.NaN) + (plan?.Plan['Shared Read Blocks'] ?? 0);
      expect(read).toBeLessThan(200);
    },
  );
});
