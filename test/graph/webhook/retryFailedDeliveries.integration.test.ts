import { beforeAll, expect, test } from '@jest/globals';
import { retryFailedDeliveries } from '../../../src/graph/webhook/retryDeliveries.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { subscribe, testWebhookPorts } from '../../support/webhooks.ts';

const EXHAUSTED = 5_000;
const EARLIER = 2_000;
const FAILED = 3_000;

describeWith(['postgres'], 'retrying what failed since an instant', () => {
  const catalog = ofSuite(openTestCatalog);
  let id: string;
  const ports = testWebhookPorts(['localhost:9000']);

  beforeAll(async () => {
    [{ id } = { id: '' }] = await subscribe(catalog, ports, ['https://localhost:9000/hook']);
    await fail(EXHAUSTED, 3, '1 minute');
    await fail(EARLIER, 0, '3 days');
    await fail(FAILED, 2, '1 minute');
    await catalog.database.session((connection) => connection.query('VACUUM ANALYZE delivery'));
  });

  const fail = (count: number, cycle: number, ago: string) => catalog.database.client.$executeRaw`
    INSERT INTO delivery (id, webhook_id, event_id, event_position, kind, status, cycle, completed_at)
    SELECT delivery_id(), ${id}::uuid, gen_random_uuid(), 1, 'anime.created', 'failed', ${cycle}::int, now() - ${ago}::text::interval
    FROM generate_series(1, ${count}::int)`;

  test('reads each delivery once, however many are not to be retried', async () => {
    const since = new Date(Date.now() - 3_600_000);
    const read = await catalog.database.transaction(async (client) => {
      expect(await retryFailedDeliveries(catalog.database, ports, id, since)).toEqual({
        retried: FAILED,
        exhausted: EXHAUSTED,
      });
      const [{ rows = Number.NaN } = {}] = await client.$queryRaw<{ rows: number }[]>`
        SELECT (idx_tup_fetch + seq_tup_read)::int AS rows FROM pg_stat_xact_user_tables WHERE relname = 'delivery'`;
      return rows;
    });
    // Those retried are found again to be written.
    expect(read).toBeLessThan(1.2 * (EXHAUSTED + EARLIER + 2 * FAILED));
    const retried = await catalog.database.client.delivery.groupBy({ by: ['status', 'cycle'], _count: true });
    expect(retried.map(({ status, cycle, _count }) => `${status} in cycle ${cycle}: ${_count}`).sort()).toEqual([
      `failed in cycle 0: ${EARLIER}`,
      `failed in cycle 3: ${EXHAUSTED}`,
      `pending in cycle 3: ${FAILED}`,
    ]);
  });
});
