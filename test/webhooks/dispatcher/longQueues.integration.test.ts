import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type pg from 'pg';
import { CLAIM, WAITING } from '../../../src/webhooks/dispatcher/queueStatements.ts';
import { describeWith } from '../../support/describeWith.ts';
import { openTestCatalog, type TestCatalog } from '../../support/openTestCatalog.ts';
import { subscribe, testWebhookPorts } from '../../support/webhooks.ts';

const WEBHOOKS = 20;
const DELIVERED = 20_000;
/** Waiting for each when the table is analysed. */
const FEW = 3;
const QUEUED = 500;

describeWith(['postgres'], 'long queues, where little waited when the table was last analysed', () => {
  let catalog: TestCatalog;
  let ids: string[];

  beforeAll(async () => {
    catalog = await openTestCatalog();
    const urls = Array.from({ length: WEBHOOKS }, (_, index) => `https://localhost:9000/${index}`);
    ids = (await subscribe(catalog, testWebhookPorts(['localhost:9000']), urls)).map(({ id }) => id);
    await insert('delivered', DELIVERED / WEBHOOKS);
    await insert('pending', FEW);
    await catalog.database.session((connection) => connection.query('VACUUM ANALYZE delivery'));
    await insert('pending', QUEUED);
  });
  afterAll(() => catalog.close());

  const insert = (status: 'delivered' | 'pending', each: number) => catalog.database.client.$executeRaw`
    INSERT INTO delivery (id, subscription_id, event_id, payload, kind, status, next_attempt_at, completed_at)
    SELECT delivery_id(), s.id, gen_random_uuid(), '{}', 'anime.created', ${status}::delivery_status,
      CASE WHEN ${status} = 'pending' THEN now() END, CASE WHEN ${status} = 'delivered' THEN now() END
    FROM subscription s, generate_series(1, ${each}::int)`;

  /** Rows of the table that the statement read. */
  const readBy = (text: string, values: unknown[], expected: number) =>
    catalog.database.session(async (connection: pg.ClientBase) => {
      await connection.query('BEGIN');
      expect((await connection.query(text, values)).rows).toHaveLength(expected);
      const { rows } = await connection.query(
        "SELECT (idx_tup_fetch + seq_tup_read)::int AS read FROM pg_stat_xact_user_tables WHERE relname = 'delivery'",
      );
      await connection.query('ROLLBACK');
      return rows[0]?.read;
    });

  test('a claim reads what it claims', async () => {
    const read = await readBy(CLAIM, [ids, WEBHOOKS, 1, 4, 7, '30 seconds', []], WEBHOOKS);
    expect(read).toBeLessThan(5 * WEBHOOKS);
  });

  test('a look reads the first delivery of each webhook', async () => {
    expect(await readBy(WAITING, [], WEBHOOKS)).toBeLessThan(5 * WEBHOOKS);
  });
});
