import { beforeAll, expect, test } from '@jest/globals';
import type { TransactionClient } from '../../../src/database/database.ts';
import { DELIVERY_STATUSES } from '../../../src/graph/model/vocabulary.ts';
import { encodeCursor } from '../../../src/graph/reading/cursor.ts';
import { Loaders, SharedLoaders } from '../../../src/graph/reading/loaders.ts';
import { listDeliveries } from '../../../src/graph/webhook/listDeliveries.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { subscribe, testWebhookPorts } from '../../support/webhooks.ts';

const DELIVERED = 15_000;

describeWith(['postgres'], 'the list of deliveries', () => {
  const catalog = ofSuite(openTestCatalog);
  const webhooks: { all: null; 'one webhook': string | null } = { all: null, 'one webhook': null };

  beforeAll(async () => {
    const url = 'https://localhost:9000/hook';
    const [one] = await subscribe(catalog, testWebhookPorts(['localhost:9000']), [url, url]);
    webhooks['one webhook'] = one?.id ?? '';
    // A session's statements have no deadline: those of the client end after five seconds, which a busy machine needs for so many rows.
    await catalog.database.session(async (connection) => {
      for (const [status, count] of [
        ['pending', 500],
        ['failed', 500],
        ['cancelled', 500],
        ['delivered', DELIVERED],
      ] as const) {
        await connection.query(
          `INSERT INTO delivery (id, webhook_id, event_id, payload, kind, status, attempt, next_attempt_at, completed_at)
          SELECT delivery_id(), s.id, gen_random_uuid(), '{}', 'ping', $1::delivery_status, 1,
            CASE WHEN $1 = 'pending' THEN now() END, CASE WHEN $1 <> 'pending' THEN now() END
          FROM webhook s, generate_series(1, $2::int)`,
          [status, count],
        );
      }
      await connection.query('VACUUM ANALYZE delivery');
    });
  }, 120_000);

  test.each(
    (['all', 'one webhook'] as const).flatMap((whose) =>
      [null, ...DELIVERY_STATUSES].map((status) => [whose, status] as const),
    ),
  )('of %s in state %s reads none of the others, on its first page and its second', async (whose, status) => {
    const page = { webhookId: webhooks[whose], status, first: 25 };
    const read = await catalog.database.transaction(async (client) => {
      const loaders = new Loaders({ database: catalog.database, shared: new SharedLoaders(catalog.database) });
      const before = await rowsRead(client);
      const { nodes, pageInfo } = await listDeliveries(loaders, page);
      expect(nodes).toHaveLength(25);
      if (pageInfo.endCursor !== null) await listDeliveries(loaders, { ...page, after: pageInfo.endCursor });
      return (await rowsRead(client)) - before;
    });
    expect(read).toBeLessThan(300);
  });

  test('of one webhook reads none of the pages before, far down', async () => {
    const { client } = catalog.database;
    const rows = await client.delivery.findMany({
      where: { webhookId: webhooks['one webhook'] ?? '' },
      orderBy: { id: 'desc' },
      skip: 12_000,
      take: 1,
    });
    const after = encodeCursor('delivery.id', [rows[0]?.id ?? '']);
    for (const status of [null, 'delivered'] as const) {
      const read = await catalog.database.transaction(async (transaction) => {
        const loaders = new Loaders({ database: catalog.database, shared: new SharedLoaders(catalog.database) });
        const before = await rowsRead(transaction);
        const page = { webhookId: webhooks['one webhook'], status, kind: 'ping' as const, first: 25, after };
        expect((await listDeliveries(loaders, page)).nodes).toHaveLength(25);
        return (await rowsRead(transaction)) - before;
      });
      expect(read).toBeLessThan(200);
    }
  });

  test.each(
    (['all', 'one webhook'] as const).flatMap((whose) =>
      [
        { kind: 'anime.created' as const },
        { event: '01963c2e-6f00-7000-8000-000000000001' },
        { since: '2999-01-01T00:00:00.000Z' },
      ].flatMap((filter) => [null, 'delivered' as const].map((status) => [whose, { status, ...filter }] as const)),
    ),
  )('of %s with %j, of which there is none, reads none of the others', async (whose, filter) => {
    const read = await catalog.database.transaction(async (client) => {
      const loaders = new Loaders({ database: catalog.database, shared: new SharedLoaders(catalog.database) });
      const before = await rowsRead(client);
      expect((await listDeliveries(loaders, { webhookId: webhooks[whose], ...filter, first: 25 })).nodes).toEqual([]);
      return (await rowsRead(client)) - before;
    });
    expect(read).toBeLessThan(100);
  });
});

/** Of deliveries and their indexes, by this connection since it told of them last. */
async function rowsRead(client: TransactionClient): Promise<number> {
  const [{ rows = Number.NaN } = {}] = await client.$queryRaw<{ rows: number }[]>`
    SELECT (sum(found) + (SELECT seq_tup_read FROM pg_stat_xact_user_tables WHERE relname = 'delivery'))::int AS rows
    FROM (SELECT pg_stat_get_xact_tuples_returned(indexrelid) AS found FROM pg_index WHERE indrelid = 'delivery'::regclass) i`;
  return rows;
}
